import type { Metrics } from '#kernel/metrics/main'

export function tellOfDocuments(metrics: Metrics): void {
  metrics.tell({
    name: 'chancery_documents_editing',
    help: 'Documents that somebody is editing, over all nodes.',
    type: 'gauge',
    read: async () => {
      const { default: EditingSession } = await import('./models/editing_session.js')
      const edited = EditingSession.query().where({ state: 'open', lastStatus: 1 })
      const [row] = await edited.whereNot('lastUsers', '[]').count('* as documents')
      return Number(row!.$extras.documents)
    },
  })
}
