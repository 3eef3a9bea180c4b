import { t } from '#kernel/contracts/main'
import { referenceDataShape } from './source_transformer.js'
import { SAVE_OUTCOMES } from '../models/document_save.js'

const permissionsShape = t.object({
  edit: t.boolean(),
  comment: t.boolean(),
  review: t.boolean(),
  fillForms: t.boolean(),
  chat: t.boolean(),
  copy: t.boolean(),
  download: t.boolean(),
  print: t.boolean(),
  protect: t.boolean({ description: 'Never: a document under a password cannot be saved' }),
})

/** The argument of `new DocsAPI.DocEditor(id, data)`. */
export const editorConfigShape = t.object({
  type: t.oneOf(['desktop', 'mobile', 'embedded']),
  documentType: t.oneOf(['word', 'cell', 'slide', 'pdf']),
  document: t.object({
    fileType: t.text(),
    key: t.text({ description: 'The editing session, the same for all who edit together' }),
    title: t.text({ maxLength: 128 }),
    url: t.text({ description: 'Where the document server fetches the content' }),
    permissions: permissionsShape,
    referenceData: referenceDataShape,
    info: t.object({ owner: t.text(), uploaded: t.instant() }),
  }),
  editorConfig: t.object({
    callbackUrl: t.optional(t.text({ description: 'Only for those who may edit' })),
    lang: t.text(),
    mode: t.oneOf(['edit', 'view']),
    user: t.object({
      id: t.text({ description: 'The id of the user, followed by a dot' }),
      name: t.text(),
      group: t.optional(t.text()),
    }),
    customization: t.object({ forcesave: t.boolean(), autosave: t.boolean() }),
  }),
  token: t.text({ description: 'Signs type, documentType, document and editorConfig' }),
  scriptUrl: t.text({ description: 'The script that defines DocsAPI; not signed' }),
})

export const callbackAnswerShape = t.object({
  error: t.integer({
    minimum: 0,
    maximum: 1,
    description: '0 for success; with 1 the document server keeps the changes',
  }),
  code: t.integer({ const: 200 }),
  message: t.text(),
  data: t.nullable(
    t.object({
      outcome: t.oneOf(SAVE_OUTCOMES),
      versionNo: t.nullable(t.integer({ minimum: 1 })),
    })
  ),
})
