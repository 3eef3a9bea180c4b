import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('./assets', import.meta.url))
/** No name in it begins with a dot, so none leads upwards. */
const NAME = /^(?:files\/\w[\w.-]*|[a-z]+\.(?:svg|html))$/

/**
 * The path of a file of the console.
 *
 * @param name below `/console/`
 * @returns `undefined` where there is none of this name, as before the console was built
 */
export function consoleFile(name: string): string | undefined {
  const path = `${FOLDER}/${name}`
  return NAME.test(name) && existsSync(path) ? path : undefined
}
