import vine from '@vinejs/vine'
import { seenField, instantRange, listQuery } from '#kernel/contracts/main'
import { SECURITY_EVENT_TYPES } from '../models/security_event.js'
import { ownEventListing } from '../queries/own_event_listing.js'
import { avatar, email, nickname } from './person_fields.js'

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
  updatedAt: seenField(),
})
