import type { Import } from './imports.js'

/** ADR 15: a room of the kernel imports rooms that stand before it alone. */
const FLOORS = [
  ['languages', 'errors', 'acting', 'settings', 'zip', 'shapes', 'parameters'],
  ['contracts', 'database', 'workers', 'source_tree'],
  ['state', 'tokens', 'rate_limit', 'health', 'metrics'],
  ['data_scope', 'auditing', 'listing', 'rows', 'permissions', 'descriptions'],
  ['patches', 'http', 'tables', 'pages'],
  ['provider', 'boot', 'project', 'plugins'],
]
export const ROOMS = FLOORS.flat()

const roomOf = (path: string) => /^app\/kernel\/([^/]+)\//.exec(path)?.[1]
export const pluginOf = (path: string) => /^app\/plugins\/([^/]+)\//.exec(path)?.[1]

/** Why an import is not allowed; `null` when it is. */
export function refusalOf(one: Import): string | null {
  if (!one.own) return null
  if (one.file.startsWith('app/kernel/') && !one.target.startsWith('app/kernel/'))
    return 'the kernel imports itself and packages'
  if (one.file.startsWith('app/plugins/') && !/^app\/(kernel|plugins)\//.test(one.target))
    return 'plugins import the kernel, plugins and packages'
  return refusalByKernel(one) ?? refusalByPlugin(one)
}

function refusalByKernel({ file, target, lazy }: Import): string | null {
  const room = roomOf(`${target}/`)
  if (!room) return null
  const own = roomOf(file)
  const isMain = target === `app/kernel/${room}/main`
  if (room === own) return isMain ? 'a room imports its own files, not its main' : null
  if (!isMain && !(lazy && isLoadedByTheFramework(file, target))) return 'rooms have a main'
  if (own && ROOMS.indexOf(room) > ROOMS.indexOf(own)) return 'rooms import those before them'
  return null
}

function refusalByPlugin({ file, target }: Import): string | null {
  const plugin = pluginOf(`${target}/`)
  if (!plugin) return null
  if (plugin === pluginOf(file))
    return target.endsWith(`/${plugin}/main`)
      ? 'a plugin imports its own files, not its main'
      : null
  const isOpen = /^app\/plugins\/[^/]+\/(main|plugin)$/.test(target)
  return isOpen ? null : 'plugins have a main'
}

/** By the path of its module. */
function isLoadedByTheFramework(file: string, target: string): boolean {
  return (
    file === 'app/kernel/provider/middleware.ts' && /_middleware$|\/exception_handler$/.test(target)
  )
}
