import { inject } from '@adonisjs/core'
import { randomUUID } from 'node:crypto'
import { toStored } from '#kernel/database/instant'
import { removeFound } from '#kernel/database/remove_found'
import { Refusal } from '#kernel/http/define_error'
import { clock } from '#kernel/state/clock'
import { firstBytes } from '#plugins/files/main'
import EditorQuestion from '../models/editor_question.js'
import { DAY_MS } from '../spans.js'
import { ConverterService } from './converter_service.js'
import { EditorSettings } from './editor_settings.js'
import { OutputDownload } from './output_download.js'
import { probe } from './probe.js'
import { PROBE_BYTES, probeUrl, readHome } from './probe_content.js'

/** Whose database has whoever answers at an address; `null` where nobody of a service's kind does. */
export type Home = 'here' | 'elsewhere' | null

/** Tells an address of this installation from that of another, though the other has a copy of all that is kept here. */
@inject()
export class HomeQuestion {
  constructor(
    private readonly settings: EditorSettings,
    private readonly converter: ConverterService,
    private readonly download: OutputDownload
  ) {}

  /**
   * Puts a question into the database and asks there whether it is known.
   *
   * @param viaServer also have the document server ask, where nobody answers from here
   */
  async ask(address: string, { viaServer }: { viaServer: boolean }): Promise<Home> {
    const { question } = await EditorQuestion.create({ question: randomUUID() })
    try {
      const url = probeUrl(address, await this.settings.tokens!.forProbe(question))
      const { text } = await probe(url)
      return readHome(text) ?? (viaServer ? await this.#viaServer(url) : null)
    } finally {
      await removeFound(EditorQuestion.query().where({ question }))
      await removeFound(
        EditorQuestion.query().where('askedAt', '<', toStored(clock.now() - DAY_MS))
      )
    }
  }

  async #viaServer(url: string): Promise<Home> {
    const signal = AbortSignal.timeout(this.settings.config.probeSeconds * 1000)
    const order = { key: randomUUID(), url, fileType: 'rtf', outputType: 'txt' }
    try {
      const end = await this.converter.complete(order, { signal })
      if (end.state === 'failed') return null
      await using output = await this.download.fetchAny(end.url)
      return readHome((await firstBytes(output.path, PROBE_BYTES)).toString('utf8'))
    } catch (error) {
      if (error instanceof Refusal || signal.aborted) return null
      throw error
    }
  }
}
