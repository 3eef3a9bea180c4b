import { pageFault } from '#kernel/descriptions/main'
import { menuNames } from './declared_once.js'
import type { PluginManifest } from './define_plugin.js'
import { E_PLUGIN_LIST } from './plugin_order.js'

/**
 * Refuses pages whose description is faulty, that no menu of their plugin opens, or that are described twice. Menus are
 * declared once, so that no other plugin describes the same page.
 *
 * @throws E_PLUGIN_LIST
 */
export function assertPagesDescribed(plugins: readonly PluginManifest[]): void {
  for (const plugin of plugins) {
    const fault = faultOf(plugin)
    if (fault) throw new E_PLUGIN_LIST(fault)
  }
}

function faultOf({ name, menus = [], pages = [] }: PluginManifest): string | null {
  if (!Array.isArray(pages))
    return `The pages of plugin "${name}" are no list; make them with describePages.`
  const opened = new Set(menus.flatMap(menuNames))
  const known = new Set<string>()
  for (const [index, page] of pages.entries()) {
    const which = `${page?.name ? `Page "${page.name}"` : `Page ${index + 1}`} of plugin "${name}"`
    const fault = pageFault(page)
    if (fault) return `${which}: ${fault}; correct its description.`
    if (known.has(page.name)) return `${which} is described twice; take one of them out.`
    if (!opened.has(page.name))
      return `${which} is opened by no menu of the plugin; name it like one of its menus.`
    known.add(page.name)
  }
  return null
}
