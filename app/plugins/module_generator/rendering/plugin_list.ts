import { manifestOf } from './literals.js'

const LIST = /const plugins: readonly PluginManifest\[\] = \[([^\]]*)\]/

/** `config/plugins.ts` with a module mounted last, or `null` where the file is not of the form we know. */
export function withPlugin(
  source: string,
  { camel, snake }: { camel: string; snake: string }
): string | null {
  const variable = variableFor(source, camel, snake)
  if (importLine(source, snake)) return source
  const list = LIST.exec(source)
  if (!list) return null

  const mounted = `${list[1]!.trim().replace(/,$/, '')}, ${variable}`
  const listed = source.replace(LIST, `const plugins: readonly PluginManifest[] = [${mounted}]`)
  const lines = listed.split('\n')
  const last = lines.findLastIndex(
    (line) => line.startsWith('import ') && line.includes('#plugins/')
  )
  lines.splice(last + 1, 0, `import ${variable} from '${manifestOf(snake)}'`)
  return lines.join('\n')
}

/** The same with the module taken out. */
export function withoutPlugin(source: string, snake: string): string | null {
  const line = importLine(source, snake)
  const list = LIST.exec(source)
  if (!line) return source
  if (!list) return null

  const [, variable] = /^import (\w+) /.exec(line)!
  const others = list[1]!
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== variable)
  return source
    .replace(`${line}\n`, '')
    .replace(LIST, `const plugins: readonly PluginManifest[] = [${others.join(', ')}]`)
}

export function mounts(source: string, snake: string): boolean {
  return importLine(source, snake) !== undefined
}

function importLine(source: string, snake: string): string | undefined {
  return source.split('\n').find((line) => line.includes(`'${manifestOf(snake)}'`))
}

/** Another plugin may go by that name already. */
function variableFor(source: string, camel: string, snake: string): string {
  const taken = new RegExp(`^import ${camel} from (?!'#plugins/${snake}/)`, 'm').test(source)
  return taken ? `${camel}Plugin` : camel
}
