import vine from '@vinejs/vine'
import {
  idField,
  idsParameter,
  keywordParameter,
  nullableMomentField,
  instantRange,
  idParameter,
  integerParameter,
  LARGEST_ID,
  lineField,
} from '#kernel/contracts/main'
import { CONTENT_TYPES } from '../entries/kinds.js'

const MOST_MEMBERS = 5_000
const MOST_NAMED = 1_000

const ids = (most: number) => vine.array(idField()).maxLength(most)
const name = () => lineField({ length: 100 })
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

const limitParameter = (max = 100, usual = 20) =>
  integerParameter({ min: 1, max, clamp: true, default: usual }).optional()

const seqParameter = (description: string) =>
  integerParameter({ min: 0, max: LARGEST_ID, description })

export const pageValidator = vine.create(page())

export const conversationsValidator = vine.create({
  ...page(),
  ids: idsParameter(200).optional(),
  left: vine.boolean().optional(),
  archived: vine.boolean().optional(),
})

export const peopleValidator = vine.create({ ids: idsParameter(200) })

export const onlineValidator = vine.create({ ...page(), userId: idParameter().optional() })

export const contactsValidator = vine.create({
  keyword: keywordParameter(),
  limit: limitParameter(),
})

export const kickValidator = vine.create({
  sessionId: idParameter('This session alone').optional(),
})

export const createGroupValidator = vine.create({
  name: name(),
  memberIds: ids(MOST_MEMBERS),
  pictureFileId: idField().optional(),
})

export const changeGroupValidator = vine.create({
  name: name().optional(),
  pictureFileId: idField().nullable().optional(),
})

export const addMembersValidator = vine.create({ userIds: ids(MOST_NAMED).minLength(1) })

export const handOverValidator = vine.create({ userId: idField() })

const flag = () => vine.boolean({ strict: true }).optional()

export const roleValidator = vine.create({ role: vine.enum(['admin', 'member'] as const) })

export const ownSettingsValidator = vine.create({
  mutedUntil: nullableMomentField(),
  pinned: flag(),
  archived: flag(),
  markedUnread: flag(),
})

export const entriesValidator = vine.create({
  afterSeq: seqParameter('Those after it').optional(),
  limit: limitParameter(200, 200),
})

export const readValidator = vine.create({
  seq: vine.number({ strict: true }).withoutDecimals().min(0).max(LARGEST_ID),
})

export const historyValidator = vine.create({
  beforeSeq: seqParameter('The last ones before it').optional(),
  afterSeq: seqParameter('The first ones after it').optional(),
  aroundSeq: seqParameter('Half of them up to it, and half after it').optional(),
  limit: limitParameter(200, 50),
})

const cursorParameter = () => vine.string().minLength(1).maxLength(1_024).optional()

export const searchValidator = vine.create({
  keyword: keywordParameter(),
  conversationId: idParameter().optional(),
  actorId: idParameter('Who wrote it').optional(),
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
