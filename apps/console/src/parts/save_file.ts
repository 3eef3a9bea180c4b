import { ask } from '../ask'
import { chancery } from '../service'
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

/** Saves a file of the service. @param path below the service's root @throws ChanceryError */
export async function download(path: string, name: string): Promise<void> {
  const { url, revoke } = await chancery.fileUrl(path)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  window.setTimeout(revoke, 60_000)
}
