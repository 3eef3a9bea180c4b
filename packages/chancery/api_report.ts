import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { Declarations } from './declarations.js'
import { exportsOf } from './manifest.js'

const HEAD = `# Public API

Everything that can be imported of the package \`chancery\`. \`npm run api:report\` writes this page from the sources. A change here is a
change for projects and plugins that build on the package.
`

/** Path of the report, from the root of the repository. */
export const API_REPORT = 'packages/chancery/api_report.md'

/** The report as the sources of the repository at `root` have it. */
export async function apiReport(root: string): Promise<string> {
  const entries = entriesOf(root)
  const sources = [...entries.values(), join(root, 'packages/chancery/augmentations.d.ts')]
  const declarations = new Declarations(join(root, 'packages/chancery/tsconfig.json'), sources)
  const sections = [...entries].map(([name, source]) => section(name, declarations.of(source)))
  const path = join(root, API_REPORT)
  return format([HEAD, ...sections].join('\n'), { ...(await resolveConfig(path)), filepath: path })
}

/** The entry points that have a source, by the name under which they are imported. */
function entriesOf(root: string): Map<string, string> {
  const all = Object.entries(exportsOf(root)).map(([name, file]) => {
    return [join('chancery', name), join(root, file.replace(/\.js$/, '.ts'))] as const
  })
  return new Map(all.filter(([, source]) => source.endsWith('.ts') && existsSync(source)))
}

function section(name: string, declarations: readonly string[]): string {
  return `## ${name}\n\n\`\`\`ts\n${declarations.join('\n')}\n\`\`\`\n`
}
