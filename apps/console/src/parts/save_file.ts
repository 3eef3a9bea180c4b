import { ask } from '../ask'
import { tell } from './tell'

/** Saves what the service answers as a file. */
export async function saveFile(
  path: string,
  query: Readonly<Record<string, string>>
): Promise<void> {
  const file = await ask<Blob>('get', path, { query }).catch(tell)
  if (!file) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `${path.split('/').at(-2)}.${query.format ?? 'csv'}`
  link.click()
  URL.revokeObjectURL(link.href)
}
