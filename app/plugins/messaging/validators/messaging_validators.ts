import vine from '@vinejs/vine'
import {
  keywordParameter,
  instantRange,
  idParameter,
  integerParameter,
  LARGEST_ID,
  lineField,
} from '#kernel/contracts/main'
import { CONTENT_TYPES } from '../models/message.js'

const MOST_MEMBERS = 5_000
const MOST_NAMED = 1_000

const id = () => vine.number({ strict: true }).withoutDecimals().min(1).max(LARGEST_ID)
const ids = (most: number) => vine.array(id()).maxLength(most)
const title = () => lineField({ length: 100 })
const page = () => ({
  page: integerParameter({ min: 1, max: 1_000_000, default: 1 }).optional(),
  pageSize: integerParameter({
    min: 1,
    max: 200,
    clamp: true,
    default: 20,
    description: 'Above 200 it is taken as 200',
  }).optional(),
})

const limitParameter = () =>
  integerParameter({ min: 1, max: 100, clamp: true, default: 20 }).optional()

export const pageValidator = vine.create(page())

export const conversationsValidator = vine.create({ ...page(), left: vine.boolean().optional() })

export const onlineValidator = vine.create({ ...page(), userId: idParameter().optional() })

export const contactsValidator = vine.create({
  keyword: keywordParameter(),
  limit: limitParameter(),
})

export const kickValidator = vine.create({
  sessionId: idParameter('This session alone').optional(),
})

export const createGroupValidator = vine.create({ title: title(), memberIds: ids(MOST_MEMBERS) })

export const renameGroupValidator = vine.create({ title: title() })

export const addMembersValidator = vine.create({ userIds: ids(MOST_NAMED).minLength(1) })

export const handOverValidator = vine.create({ userId: id() })

export const muteValidator = vine.create({ muted: vine.boolean({ strict: true }) })

export const readValidator = vine.create({
  seq: vine.number({ strict: true }).withoutDecimals().min(0).max(LARGEST_ID),
})

const seqParameter = (description: string) =>
  integerParameter({ min: 0, max: LARGEST_ID, description })

export const historyValidator = vine.create({
  beforeSeq: seqParameter('The last ones before it').optional(),
  afterSeq: seqParameter('The first ones after it').optional(),
  aroundSeq: seqParameter('Half of them up to it, and half after it').optional(),
  limit: integerParameter({ min: 1, max: 200, clamp: true, default: 50 }).optional(),
})

const cursorParameter = () => vine.string().minLength(1).maxLength(1_024).optional()

export const searchValidator = vine.create({
  keyword: keywordParameter(),
  conversationId: idParameter().optional(),
  senderId: idParameter().optional(),
  contentType: vine.enum([...CONTENT_TYPES, 'notice'] as const).optional(),
  ...instantRange('createdAt'),
  limit: limitParameter(),
  cursor: cursorParameter(),
})

export const mentionsValidator = vine.create({
  unread: vine.boolean().optional(),
  limit: limitParameter(),
  cursor: cursorParameter(),
})

export const noticeValidator = vine.create({
  to: vine.object({
    all: vine.boolean({ strict: true }).optional(),
    userIds: ids(MOST_NAMED).optional(),
    roleIds: ids(MOST_NAMED).optional(),
    departmentIds: ids(MOST_NAMED).optional(),
  }),
  title: vine.string().trim().minLength(1).maxLength(200),
  body: vine.string().trim().minLength(1).maxLength(10_000),
})

export const eventsValidator = vine.create({
  ticket: vine.string().minLength(1).maxLength(128).optional(),
})
