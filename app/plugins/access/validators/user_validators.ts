import vine from '@vinejs/vine'
import {
  exportQuery,
  idField,
  idParameter,
  idsField,
  idsParameter,
  instantRange,
  keywordParameter,
  listQuery,
  seenField,
} from '#kernel/contracts/main'
import {
  accountName as username,
  avatar,
  email,
  newPassword,
  nickname,
  phone,
} from '#plugins/identity/main'
import { userListing } from '../queries/user_listing.js'
import { status } from './fields.js'

const MOST_ROLES = 200
export const MOST_AT_ONCE = 200

/** For whatever else takes users. */
export const userFields = { username, password: newPassword, nickname, email, phone }

const optional = {
  nickname: nickname().optional(),
  departmentId: idField().nullable().optional(),
  positionId: idField().nullable().optional(),
  roleIds: idsField(MOST_ROLES).optional(),
  status: status().optional(),
}

const contact = {
  email: email().nullable().optional(),
  phone: phone().nullable().optional(),
  avatar: avatar().nullable().optional(),
}

const ofUsers = {
  sorts: userListing.sorts,
  filters: {
    keyword: keywordParameter(),
    username: vine.string().maxLength(64).optional(),
    departmentId: idParameter('Of this department alone').optional(),
    underDepartmentId: idParameter('Of this department and those beneath it').optional(),
    positionId: idParameter().optional(),
    status: status().optional(),
    roleId: idParameter().optional(),
    locked: vine.boolean().optional(),
    ...instantRange('createdAt'),
  },
}

export const userListValidator = listQuery(ofUsers)

export const userExportValidator = exportQuery(ofUsers)

export const createUserValidator = vine.create({
  username: username(),
  password: newPassword(),
  ...optional,
  ...contact,
})

export const updateUserValidator = vine.create({
  username: username().optional(),
  ...optional,
  updatedAt: seenField(),
  ...contact,
})

export const deleteUsersValidator = vine.create({ ids: idsParameter(MOST_AT_ONCE) })

export const userPasswordValidator = vine.create({ password: newPassword() })

export const userStatusValidator = vine.create({ status: status(), updatedAt: seenField() })

export const userRolesValidator = vine.create({
  roleIds: idsField(MOST_ROLES),
  updatedAt: seenField(),
})
