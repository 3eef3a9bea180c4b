import vine from '@vinejs/vine'
import {
  exportQuery,
  instantRange,
  listQuery,
  idParameter,
  idsParameter,
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
import { id, ids, keyword, seen, status } from './fields.js'

const MOST_ROLES = 200
export const MOST_AT_ONCE = 200

/** For whatever else takes users. */
export const userFields = { username, password: newPassword, nickname, email, phone }

const contact = {
  email: email().nullable().optional(),
  phone: phone().nullable().optional(),
  avatar: avatar().nullable().optional(),
}

const ofUsers = {
  sorts: userListing.sorts,
  filters: {
    keyword: keyword(),
    username: vine.string().maxLength(64).optional(),
    departmentId: idParameter('Of this department alone').optional(),
    underDepartmentId: idParameter('Of this department and those beneath it').optional(),
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
  nickname: nickname().optional(),
  departmentId: id().nullable().optional(),
  roleIds: ids(MOST_ROLES).optional(),
  status: status().optional(),
  ...contact,
})

export const updateUserValidator = vine.create({
  username: username().optional(),
  nickname: nickname().optional(),
  departmentId: id().nullable().optional(),
  roleIds: ids(MOST_ROLES).optional(),
  status: status().optional(),
  updatedAt: seen(),
  ...contact,
})

export const deleteUsersValidator = vine.create({ ids: idsParameter(MOST_AT_ONCE) })

export const userPasswordValidator = vine.create({ password: newPassword() })

export const userStatusValidator = vine.create({ status: status(), updatedAt: seen() })

export const userRolesValidator = vine.create({ roleIds: ids(MOST_ROLES), updatedAt: seen() })
