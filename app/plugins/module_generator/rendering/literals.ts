/** Names a list imports, without doubles, in order; nothing imported, no statement. */
export function importOf(names: readonly string[], from: string): string {
  const unique = [...new Set(names)].sort((a, b) => bare(a).localeCompare(bare(b)))
  return unique.length === 0 ? '' : `import { ${unique.join(', ')} } from '${from}'`
}

function bare(name: string): string {
  return name.replace(/^type /, '')
}

/** How neighbours import a plugin's manifest. */
export function manifestOf(snake: string): string {
  return ['#plugins', snake, 'plugin'].join('/')
}
