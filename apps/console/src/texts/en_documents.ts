/** Texts of the pages about documents. */
export const documents = {
  'documents.title': 'Documents',
} as const
