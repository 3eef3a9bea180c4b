import { documentTypeOf } from '../document_types.js'

/** What something of ours is handed to the editor for. */
export const SOURCE_PURPOSES = ['insertImage', 'compare', 'mailMerge', 'reference'] as const
export type SourcePurpose = (typeof SOURCE_PURPOSES)[number]

const IMAGES = ['png', 'jpg', 'gif', 'bmp', 'tif']

interface Fitting {
  /** For a person. */
  words: string
  takes: (fileType: string) => boolean
}

const FITTING: Record<SourcePurpose, Fitting> = {
  insertImage: { words: IMAGES.join(', '), takes: (type) => IMAGES.includes(type) },
  compare: { words: 'a text document', takes: (type) => documentTypeOf(type) === 'word' },
  mailMerge: { words: 'a table', takes: (type) => documentTypeOf(type) === 'cell' },
  reference: { words: 'a table', takes: (type) => documentTypeOf(type) === 'cell' },
}

export function fittingFor(purpose: SourcePurpose): Fitting {
  return FITTING[purpose]
}
