import vine from '@vinejs/vine'
import { idField } from '#kernel/contracts/main'
import { SOURCE_PURPOSES } from '../sources/sign_source.js'
import { title } from './title_field.js'

/** Commands of the editor's events. The answer is signed, so no other text is accepted. */
const EDITOR_COMMANDS = [
  ...['add', 'change', 'fill', 'watermark', 'slide'],
  ...['compare', 'combine', 'insert-text', 'mailmerge'],
] as const

const text = (longest: number) => vine.string().trim().minLength(1).maxLength(longest)

/** The editor sends an empty text for none. */
const omissibleText = (longest: number) =>
  text(longest)
    .parse((value) => (value === '' ? undefined : value))
    .optional()

export const sourceValidator = vine.create({
  purpose: vine.enum(SOURCE_PURPOSES),
  c: vine.enum(EDITOR_COMMANDS).optional(),
  documentId: idField().optional(),
  fileId: idField().optional(),
  referenceData: vine
    .object({ fileKey: text(128), instanceId: text(2048) })
    .allowUnknownProperties()
    .optional(),
  path: omissibleText(1024),
  link: omissibleText(2048),
})

export const saveAsValidator = vine.create({
  url: text(4096),
  fileType: vine
    .string()
    .toLowerCase()
    .maxLength(8)
    .regex(/^[a-z0-9]+$/),
  title: title(),
})
