import { registerHooks } from 'node:module'

const generations = new Map<string, number>()
const installed = { done: false }

/** From now on files below a folder are read anew when they are imported, for they have changed since. */
export function importAnew(folderUrl: string): void {
  generations.set(folderUrl, (generations.get(folderUrl) ?? 0) + 1)
  if (installed.done) return
  installed.done = true
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const generation = generationOf(resolved.url)
      return generation === 0 ? resolved : { ...resolved, url: marked(resolved.url, generation) }
    },
  })
}

function generationOf(url: string): number {
  for (const [folder, generation] of generations) if (url.startsWith(folder)) return generation
  return 0
}

function marked(url: string, generation: number): string {
  const [plain] = url.split('?')
  return `${plain}?generation=${generation}`
}
