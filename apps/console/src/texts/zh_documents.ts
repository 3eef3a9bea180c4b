import type { documents as en } from './en_documents'

export const documents: Record<keyof typeof en, string> = {
  'documents.title': '文档',
}
