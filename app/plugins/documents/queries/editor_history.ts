import { inject } from '@adonisjs/core'
import { signForEditor } from '../editor/editor_jwt.js'
import { EditorSettings } from '../editor/editor_settings.js'
import type { Bearer } from '../editor/editor_tokens.js'
import { E_EDITOR_OFF } from '../errors.js'
import type Document from '../models/document.js'
import type DocumentVersion from '../models/document_version.js'
import type { VersionHistory } from '../versions/version_history.js'
import { ReadableVersions } from '../rights/readable_versions.js'
import { DocumentVersions } from '../versions/document_versions.js'
import { newestHistories } from './newest_histories.js'

const DATA_SECONDS = 3600

/** More than anybody looks through; `GET …/versions` knows the others. */
const MOST_VERSIONS = 1_000

/** The history of a document in the shapes that the editor takes. */
@inject()
export class EditorHistory {
  constructor(
    private readonly settings: EditorSettings,
    private readonly readable: ReadableVersions,
    private readonly versions: DocumentVersions
  ) {}

  /** For `refreshHistory`; the newest versions, oldest first, as the editor shows them. What changed is told of the newest. */
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

  /**
   * For `setHistoryData`.
   *
   * @throws E_EDITOR_OFF, E_NOT_FOUND
   */
  async data(document: Document, no: number, bearer: Bearer) {
    const { off, secret } = this.settings
    if (off) throw new E_EDITOR_OFF(off)

    const { id } = document
    const version = await this.readable.find(document, no)
    const shown = { version: no, ...(await this.#opened(id, version, bearer)) }
    const data = { ...shown, ...(await this.#changes(id, version, bearer)) }
    return { ...data, token: await signForEditor(secret, data, DATA_SECONDS) }
  }

  async #opened(id: number, version: DocumentVersion, bearer: Bearer) {
    const url = await this.#url(id, version.fileId, bearer)
    return { fileType: version.fileType, key: historyKey(version), url }
  }

  /** Where the changes are known, what they were made to: they count from the beginning of the session. */
  async #changes(id: number, version: DocumentVersion, bearer: Bearer) {
    const { changesFileId } = version
    const previous = changesFileId && (await this.versions.baseOf(version))
    if (!previous) return {}
    return {
      previous: await this.#opened(id, previous, bearer),
      changesUrl: await this.#url(id, changesFileId, bearer),
    }
  }

  async #url(id: number, file: number, bearer: Bearer): Promise<string> {
    const token = await this.settings.tokens!.forContent({ doc: id, file, ...bearer })
    return this.settings.publicUrl(`/app/document/content/${id}?token=${token}`)
  }
}

function shownOf(history: VersionHistory | undefined) {
  const { changes, serverVersion } = history ?? {}
  return {
    changes: Array.isArray(changes) ? (changes as unknown[]) : [],
    ...(serverVersion ? { serverVersion } : {}),
  }
}

/** The editor keeps what it has converted by key, so each version has one of its own. */
function historyKey({ documentId, no, sha256 }: DocumentVersion): string {
  return `${documentId}.${no}.${sha256.slice(0, 24)}`
}
