import type { Metrics } from '#kernel/metrics/metrics'

export function tellOfDocuments(metrics: Metrics): void {
  metrics.tell({
    name: 'chancery_documents_editing',
    help: 'Documents that somebody is editing, over all nodes.',
    type: 'gauge',
    read: async () => {
      const { documentsInEditing } = await import('./queries/documents_in_editing.js')
      return documentsInEditing()
    },
  })
}
