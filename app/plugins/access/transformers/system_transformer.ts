import { t, type Shaped } from '#kernel/contracts/main'
import { PLUGIN_SOURCES } from '#kernel/plugins/main'

const count = (description?: string) => t.integer({ minimum: 0, description })
const health = () => t.oneOf(['UP', 'DOWN'])

export const pluginShape = t.object(
  {
    name: t.text({ examples: ['documents'] }),
    description: t.nullable(t.text()),
    version: t.nullable(
      t.text({
        description: 'Of Chancery, the application or the package that it comes with',
        examples: ['1.4.0'],
      })
    ),
    source: t.nullable(t.oneOf(PLUGIN_SOURCES)),
    requires: t.array(t.text({ examples: ['identity'] }), { description: 'Names of plugins' }),
    routes: count(),
    permissions: count(),
    migrations: t.object({ ran: count(), pending: count() }),
    mounted: t.boolean({
      description:
        'false: its tables are kept and this node does not run it, so nothing else is known of it',
    }),
  },
  { title: 'Plugin' }
)

export const healthShape = t.object(
  {
    status: health(),
    components: t.array(
      t.object({
        name: t.text({ examples: ['the database'] }),
        status: health(),
        sentence: t.text({ examples: ['The database is reached'] }),
      })
    ),
    database: t.object({
      kind: t.oneOf(['postgres', 'mysql', 'sqlite']),
      pendingMigrations: t.nullable(
        count('Of the mounted plugins and the application; null while the database is lost')
      ),
    }),
    state: t.object(
      { kind: t.oneOf(['memory', 'redis']), connected: t.boolean() },
      { description: 'Where nodes keep what they share' }
    ),
    uptimeSeconds: count(),
    version: t.text({ description: 'Of Chancery', examples: ['1.4.0'] }),
    nodeVersion: t.text({ description: 'Of Node.js', examples: ['v24.11.0'] }),
    node: t.text({ description: 'The host that answers', examples: ['chancery-1'] }),
  },
  { title: 'SystemHealth' }
)

export type HealthView = Shaped<typeof healthShape>
