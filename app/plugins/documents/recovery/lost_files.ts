import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { CommandError, CommandService } from '../editor/command_service.js'
import { AbsentFile } from '../editor/absent_file.js'
import { FetchedSave, type SaveFiles } from '../saves/fetched_save.js'
import { OutputDownload, type Output } from '../editor/output_download.js'
import { UnsoundFile } from '../editor/unsound_file.js'
import { NamedKeys } from './named_keys.js'

/** So many are asked for one by one. */
export const ASKED_EACH = 50

/** How often what is named is asked for. */
const TIMES = 2

/** The document server's store of what it could not deliver: for a key one file of each format, of which it shows one. */
@inject()
export class LostFiles {
  constructor(
    private readonly commands: CommandService,
    private readonly fetched: FetchedSave,
    private readonly download: OutputDownload,
    private readonly named: NamedKeys
  ) {}

  /**
   * `null` when there is none any more.
   *
   * @throws E_PAYLOAD_TOO_LARGE, E_EDITOR_URL; AbsentFile and UnsoundFile for what was so twice; E_UNAVAILABLE
   */
  async fetch(editorKey: string, presentType: string): Promise<SaveFiles | null> {
    try {
      return await this.#fetch(editorKey, presentType)
    } catch (error) {
      if (!(error instanceof UnsoundFile || error instanceof AbsentFile)) throw error
      return this.#fetch(editorKey, presentType)
    }
  }

  /**
   * The file as it is, in whatever state; `null` when there is none any more.
   *
   * @throws E_PAYLOAD_TOO_LARGE, UnsoundFile when it is empty, E_UNAVAILABLE
   */
  async fetchAny(editorKey: string): Promise<Output | null> {
    const url = await this.#urlOf(editorKey)
    return url === null ? null : this.download.fetchAny(url)
  }

  /**
   * Under which of them something lies there. One question, however many they are; where it is not answered, one for each.
   *
   * @throws E_UNAVAILABLE
   */
  async among(editorKeys: readonly string[]): Promise<string[]> {
    const [first, ...others] = editorKeys
    if (!first) return []
    if (others.length === 0) return (await this.#lies(first)) ? [first] : []
    const { error, keys } = await this.commands.send('getForgottenList')
    if (error !== CommandError.none) return this.#amongEach(editorKeys, error)
    const lost = new Set(keys)
    return editorKeys.filter((key) => lost.has(key))
  }

  async #amongEach(editorKeys: readonly string[], error: number): Promise<string[]> {
    if (editorKeys.length > ASKED_EACH) throw unanswered('getForgottenList', error)
    const lost: string[] = []
    for (const key of editorKeys) {
      if (await this.hasAny(key)) lost.push(key)
    }
    return lost
  }

  /** Whether anything is handed out under it. */
  async hasAny(editorKey: string): Promise<boolean> {
    return (await this.#offered(editorKey)) !== null
  }

  /** Also where it is not handed out. */
  async #lies(key: string): Promise<boolean> {
    using look = this.#look()
    return (await this.hasAny(key)) || (await look.names(key))
  }

  /** Deletes all that lies there, if what is shown is what was recorded; nothing can be deleted on that condition alone. */
  async deleteIfStill(editorKey: string, sha256: string): Promise<boolean> {
    const url = await this.#urlOf(editorKey)
    if (url === null) return true
    await using file = await this.download.fetchAny(url)
    if (file.sha256 !== sha256 || !(await this.download.isStill(url, file))) return false
    await this.commands.send('deleteForgotten', { key: editorKey })
    return true
  }

  async #fetch(editorKey: string, presentType: string): Promise<SaveFiles | null> {
    const url = await this.#urlOf(editorKey)
    return url === null ? null : this.fetched.fetch({ url }, presentType)
  }

  /**
   * A folder that it cannot list, or in which it looks for another name, is empty to the document server: then it names what
   * it says not to have. Asked again, for what was taken away just now, or has just come, is neither.
   *
   * @throws AbsentFile for what is named and not handed out
   */
  async #urlOf(key: string): Promise<string | null> {
    for (let time = 0; time < TIMES; time++) {
      using look = this.#look()
      const url = await this.#offered(key)
      if (url !== null || !(await look.names(key))) return url
    }
    throw new AbsentFile('It says that there is nothing under the key, though it names it')
  }

  async #offered(key: string): Promise<string | null> {
    const { error, url } = await this.commands.send('getForgotten', { key })
    if (error === CommandError.noSuchKey) return null
    if (url) return url
    throw unanswered('getForgotten', error)
  }

  /** Where it does not say what it keeps, what is said of the key alone counts. */
  #look() {
    return this.named.look(() => this.commands.send('getForgottenList'))
  }
}

/** Of a document server that is too old to say what it keeps. */
export class UnknownStore extends E_UNAVAILABLE {}

function unanswered(command: string, error: number) {
  const Kind = error === CommandError.unknownCommand ? UnknownStore : E_UNAVAILABLE
  return new Kind(
    `The document server answers ${command} with error ${error}; try again, or ask node ace editor:doctor`
  )
}
