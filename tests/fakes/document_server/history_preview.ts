import { isDeepStrictEqual } from 'node:util'
import { EditorRefusal } from './configuration.js'
import { fetchContent } from './content_fetch.js'
import { documentTexts } from './ooxml.js'
import type { FakeDocumentServer } from './server.js'
import { TokenRefused, verifyToken, type Claims } from './tokens.js'

/** What the editor shows for one entry of `setHistoryData`, once its token is found to cover it. */
export async function historyPreview(server: FakeDocumentServer, data: Claims): Promise<Claims> {
  const { services } = server
  if (services.secret !== undefined) requireCover(data, services.secret, services.now())
  const fileType = String(data.fileType)
  const content = await fetchContent(String(data.key), String(data.url), services)
  return { version: data.version, texts: documentTexts(content, fileType) }
}

function requireCover({ token, ...data }: Claims, secret: string, now: number): void {
  try {
    const { iat, exp, ...signed } = verifyToken(String(token), secret, now)
    if (isDeepStrictEqual(signed, data)) return
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error
    throw new EditorRefusal(4006, `token:${error.message}`)
  }
  throw new EditorRefusal(4006, 'token:')
}
