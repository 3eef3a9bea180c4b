import { inject } from '@adonisjs/core'
import { E_VALIDATION } from '#kernel/errors/main'
import { alone } from '../applying/generator_lock.js'
import { Journal } from '#kernel/source_tree/main'
import { Project } from '../applying/project.js'
import { E_MODULE_EXISTS } from '../errors.js'
import { namesOf } from '../plan/names.js'
import { reservedModule } from '../plan/reserved_words.js'
import { formatter } from '../rendering/formatter.js'
import { withPlugin } from '../rendering/plugin_list.js'
import { Renderer } from '../rendering/renderer.js'
import { PLUGIN_LIST } from './render_module.js'

/** An empty plugin to fill by hand. */
@inject()
export class MakePlugin {
  constructor(
    private readonly project: Project,
    private readonly renderer: Renderer
  ) {}

  async handle(name: string): Promise<string[]> {
    this.project.assertSources()
    assertName(name)
    const m = namesOf(name)
    const folder = `app/plugins/${m.snake}`
    if (this.project.exists(folder))
      throw new E_MODULE_EXISTS(`There is a folder ${folder} already`)

    return alone(this.project, async () => {
      const stubs = {
        empty_plugin: 'plugin.ts',
        empty_permissions: 'permissions.ts',
        empty_routes: 'routes.ts',
      }
      const files = []
      for (const [stub, file] of Object.entries(stubs))
        files.push(await this.renderer.one({ stub, path: `${folder}/${file}` }, { m }))
      files.push(await this.#mounted(m))
      const journal = new Journal(this.project)
      await journal.write(files, { action: 'plugin' })
      await journal.forget()
      return files.map(({ path }) => path)
    })
  }

  async #mounted(names: { camel: string; snake: string }) {
    const present = (await this.project.read(PLUGIN_LIST)) ?? ''
    const format = await formatter(this.project.root)
    const content = withPlugin(present, names) ?? present
    return { path: PLUGIN_LIST, content: await format(PLUGIN_LIST, content) }
  }
}

function assertName(name: string): void {
  const reason =
    /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) && name.length <= 40
      ? reservedModule(name)
      : 'no name in kebab-case'
  if (!reason) return
  const message = `"${name.slice(0, 40)}" is ${reason}; choose another name`
  throw new E_VALIDATION(message, { errors: [{ field: 'name', rule: 'name', message }] })
}
