import { inject } from '@adonisjs/core'
import { oneLine } from '../rendering/encoders.js'
import { manifestOf } from '../rendering/literals.js'
import { PLUGIN_LIST, RenderModule } from './render_module.js'
import { CheckModulePlan } from './check_module_plan.js'

/** A module as a zip that unpacks into another project of this kind. */
@inject()
export class DownloadModule {
  constructor(
    private readonly plans: CheckModulePlan,
    private readonly rendering: RenderModule
  ) {}

  async handle(plan: unknown): Promise<{ name: string; content: Buffer }> {
    const spec = await this.plans.resolve(plan)
    const { files } = await this.rendering.handle(spec)
    const own = files.filter(({ path }) => path !== PLUGIN_LIST)
    const { snake, kebab } = spec.names
    const { strToU8, zipSync } = await import('fflate')
    const notes = {
      [`app/plugins/${snake}/README.md`]: readme(spec.title, spec.names.camel, snake),
      [`app/plugins/${snake}/plan.json`]: `${JSON.stringify(spec.plan, null, 2)}\n`,
    }
    const entries = [
      ...own.map(({ path, content }) => [path, content] as const),
      ...Object.entries(notes),
    ]
    const zip = zipSync(
      Object.fromEntries(entries.map(([path, content]) => [path, strToU8(content)]))
    )
    return { name: kebab, content: Buffer.from(zip) }
  }
}

function readme(title: string, camel: string, snake: string): string {
  return `# ${oneLine(title)}

Unpack this at the root of the project, and mount it in \`config/plugins.ts\`, at the end of the list:

\`\`\`ts
import ${camel} from '${manifestOf(snake)}'
\`\`\`

Its table is made when the service starts next.
`
}
