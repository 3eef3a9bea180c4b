import { inject } from '@adonisjs/core'
import { signForEditor } from '../editor/editor_jwt.js'
import { EditorSettings } from '../editor/editor_settings.js'
import type { Bearer } from '../editor/editor_tokens.js'
import { E_EDITOR_OFF } from '../errors.js'
import type Document from '../models/document.js'
import type DocumentVersion from '../models/document_version.js'
import { ReadableVersions } from '../rights/readable_versions.js'
import { DocumentVersions } from '../versions/document_versions.js'
import { changesIn, type VersionHistory } from '../versions/version_history.js'
import { newestHistories } from './newest_histories.js'

const DATA_SECONDS = 3600

/** The editor shows no more; `GET …/versions` has all of them. */
const MOST_VERSIONS = 1_000

@inject()
export class EditorHistory {
  constructor(
    private readonly settings: EditorSettings,
    private readonly readable: ReadableVersions,
    private readonly versions: DocumentVersions
  ) {}

  /** For `refreshHistory`: the newest versions, oldest first. Only the newest ones have their changes. */
  async list(document: Document) {
    const versions = await this.readable.page(document, 1, MOST_VERSIONS)
    const oldest = versions.at(-1)?.no ?? 1
    const histories = await newestHistories(document.id, oldest)
    return {
      currentVersion: document.versionNo,
      history: versions.toReversed().map((version) => ({
        version: version.no,
        key: historyKey(version),
        created: version.createdAt.toUTC().toFormat('yyyy-MM-dd HH:mm:ss'),
        user: { id: String(version.authorId ?? ''), name: version.authorName },
        ...shownOf(histories.get(version.no)),
      })),
    }
  }

  /** For `setHistoryData`. @throws E_EDITOR_OFF, E_NOT_FOUND */
  async data(document: Document, no: number, bearer: Bearer) {
    const { off, secret } = this.settings
    if (off) throw new E_EDITOR_OFF(off)

    const version = await this.readable.find(document, no)
    const opened = await this.#opened(version, bearer)
    const data = { version: no, ...opened, ...(await this.#changes(version, bearer)) }
    return { ...data, token: await signForEditor(secret, data, DATA_SECONDS) }
  }

  async #opened(version: DocumentVersion, bearer: Bearer) {
    const url = await this.#url(version, version.fileId, bearer)
    return { fileType: version.fileType, key: historyKey(version), url }
  }

  /** The changes refer to the version that the session began with. */
  async #changes(version: DocumentVersion, bearer: Bearer) {
    const { changesFileId } = version
    const previous = changesFileId && (await this.versions.baseOf(version))
    if (!previous) return {}
    return {
      previous: await this.#opened(previous, bearer),
      changesUrl: await this.#url(version, changesFileId, bearer),
    }
  }

  async #url({ documentId: doc }: DocumentVersion, file: number, bearer: Bearer): Promise<string> {
    const token = await this.settings.tokens!.forContent({ doc, file, ...bearer })
    return this.settings.publicUrl(`/app/document/content/${doc}?token=${token}`)
  }
}

function shownOf(history: VersionHistory | undefined) {
  const { serverVersion } = history ?? {}
  return { changes: [...changesIn(history)], ...(serverVersion ? { serverVersion } : {}) }
}

/** The editor caches by key, so each version has its own. */
function historyKey({ documentId, no, sha256 }: DocumentVersion): string {
  return `${documentId}.${no}.${sha256.slice(0, 24)}`
}
