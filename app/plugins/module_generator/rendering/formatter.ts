import { join } from 'node:path'
import { E_NO_SOURCES } from '../errors.js'

/**
 * Formats as the project's own `npm run format` does.
 *
 * @throws E_NO_SOURCES where the packages of development are not installed
 */
export async function formatter(root: string) {
  const prettier = await import('prettier').catch(() => {
    throw new E_NO_SOURCES('Modules are rendered with the packages of development; install them')
  })
  const options = (await prettier.resolveConfig(join(root, 'package.json'))) ?? {}
  return (path: string, source: string): Promise<string> =>
    prettier.format(source, { ...options, filepath: join(root, path) })
}
