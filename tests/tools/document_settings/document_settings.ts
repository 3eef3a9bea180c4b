import { format, resolveConfig } from 'prettier'
import type { PluginManifest } from '#kernel/plugins/main'
import type { Setting, Settings } from '#kernel/settings/main'

const GENERATED = /(<!-- settings -->\n).*(<!-- end of settings -->)/s

const HEAD = `# Made by npm run settings:document. Copy to .env and set what you need; nothing is needed outside production.
# Values with spaces, $, # or quotes in them need single quotes. docker compose sets some of these itself: docs/deployment.md`

/** All settings of the application, in the order of the documentation. */
export function allSettings(
  own: readonly Settings[],
  plugins: readonly PluginManifest[]
): readonly Settings[] {
  return [...own, ...plugins.flatMap(({ settings }) => settings ?? [])]
}

/** `docs/configuration.md` with its tables made anew. */
export async function configurationPage(
  page: string,
  own: readonly Settings[],
  plugins: readonly PluginManifest[]
): Promise<string> {
  const tables = allSettings(own, plugins).map(settingsTable)
  const text = page.replace(GENERATED, (_, start: string, end: string) =>
    [start, ...tables, retentionTable(plugins), end].join('\n\n')
  )
  return format(text, { ...(await resolveConfig('docs/configuration.md')), parser: 'markdown' })
}

/** The text of `.env.example`. */
export function exampleEnvironment(
  own: readonly Settings[],
  plugins: readonly PluginManifest[]
): string {
  const parts = allSettings(own, plugins).map(({ title, keys }) =>
    [`\n## ${title}`, ...Object.entries(keys).map(exampleOf)].join('\n')
  )
  return `${[HEAD, ...parts].join('\n')}\n`
}

function settingsTable({ title, keys }: Settings): string {
  const rows = Object.entries(keys).map(
    ([key, { unset, who, doc, secret }]) =>
      `| \`${key}\`${secret ? ' ¹' : ''} | ${unset} | ${who} | ${doc} |`
  )
  const head = '| key | default | who would change it | what it sets |\n| - | - | - | - |'
  return [`## ${title}\n`, head, ...rows].join('\n')
}

function retentionTable(plugins: readonly PluginManifest[]): string {
  const kinds = plugins.flatMap(({ retention = {} }) => Object.entries(retention))
  const rows = kinds.map(
    ([kind, { days, unset, min, doc }]) => `| \`${kind}\` | ${unset ?? days} | ${min} | ${doc} |`
  )
  const head = '| kind | default | at least | what is kept |\n| - | - | - | - |'
  return [
    `## How long data is kept\n\nThe kinds of \`RETENTION_DAYS\`, in days:\n`,
    head,
    ...rows,
  ].join('\n')
}

function exampleOf([key, { doc, who, unset, example }]: [string, Setting]): string {
  const [, usual = ''] = /^`([^`]*)`$/.exec(unset) ?? []
  const text = doc.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  const line = example === undefined ? `# ${key}=${usual}` : `${key}=${example}`
  return `# ${text} For: ${who}.\n${line}`
}
