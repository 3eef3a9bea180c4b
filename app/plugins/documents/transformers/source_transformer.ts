import { t } from '#kernel/contracts/main'

export const referenceDataShape = t.object({
  fileKey: t.text({ description: 'The document, for good' }),
  instanceId: t.text({ description: 'This installation' }),
})

const located = {
  fileType: t.text(),
  url: t.text({ description: 'Where the document server fetches it' }),
}

/** The argument of the editor’s method. */
export const sourceShape = t.object({
  c: t.optional(t.text({ description: 'As the editor’s event said' })),
  images: t.optional(t.array(t.object(located), { description: 'For `insertImage`' })),
  fileType: t.optional(located.fileType),
  url: t.optional(located.url),
  key: t.optional(t.text({ description: 'The editing session of what is referred to' })),
  path: t.optional(t.text()),
  referenceData: t.optional(referenceDataShape),
  token: t.text({ description: 'Signs the other members' }),
})
