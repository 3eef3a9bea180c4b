import vine from '@vinejs/vine'
import { seenField, instantRange, listQuery } from '#kernel/contracts/main'
import { LANGUAGES } from '#kernel/languages/main'
import { SECURITY_EVENT_TYPES } from '../models/security_event.js'
import { ownEventListing } from '../queries/own_event_listing.js'
import { newPassword } from './password_validator.js'
import { avatar, email, nickname } from './person_fields.js'
import { presentedName } from './username_validator.js'

/** A password to verify: limited in length only, so that new rules lock nobody out. */
const presentedPassword = () => vine.string().minLength(1).maxLength(200)

export const loginValidator = vine.create({
  username: presentedName(),
  password: presentedPassword(),
})

export const refreshValidator = vine.create({
  refreshToken: vine.string().trim().minLength(1).maxLength(256),
})

export const changePasswordValidator = vine.create({
  oldPassword: presentedPassword(),
  newPassword: newPassword(),
})

export const ownEventsValidator = listQuery({
  sorts: ownEventListing.sorts,
  filters: {
    type: vine.enum(SECURITY_EVENT_TYPES).optional(),
    ...instantRange('createdAt'),
  },
})

export const profileValidator = vine.create({
  nickname: nickname().optional(),
  email: email().nullable().optional(),
  avatar: avatar().nullable().optional(),
  language: vine.enum(LANGUAGES).nullable().optional(),
  updatedAt: seenField(),
})
