import { createReadStream } from 'node:fs'

/** The first bytes of a file; fewer where it is shorter. */
export async function firstBytes(path: string, count: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: count - 1 })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
