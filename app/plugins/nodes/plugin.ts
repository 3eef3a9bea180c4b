import { definePlugin } from '#kernel/plugins/main'

export default definePlugin({
  name: 'nodes',
  description: 'Which nodes run on the database, and whether they are set alike',
  from: import.meta.url,
  provider: () => import('./nodes_provider.js'),
})
