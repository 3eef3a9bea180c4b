import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import { CommandError, CommandService } from '../editor/command_service.js'
import { OutputDownload } from '../editor/output_download.js'

/** The document server's store of files that it could not deliver: one for a key. */
@inject()
export class ForgottenFiles {
  constructor(
    private readonly commands: CommandService,
    private readonly download: OutputDownload
  ) {}

  /** Keys of all of them, also of other services. @throws E_EDITOR_OFF, E_UNAVAILABLE */
  async keys(): Promise<readonly string[]> {
    const { error, keys } = await this.commands.send('getForgottenList')
    if (error === CommandError.none && keys) return keys
    throw unanswered('getForgottenList', error)
  }

  /** Where the file of a key is; `null` when there is none. @throws E_EDITOR_OFF, E_UNAVAILABLE */
  async urlOf(key: string): Promise<string | null> {
    const { error, url } = await this.commands.send('getForgotten', { key })
    if (error === CommandError.noSuchKey) return null
    if (url) return url
    throw unanswered('getForgotten', error)
  }

  /** Deletes it there, if it is still the file that was kept here. */
  async deleteIfStill(key: string, sha256: string): Promise<boolean> {
    const url = await this.urlOf(key)
    if (url === null) return true
    await using file = await this.download.fetchAny(url)
    if (file.sha256 !== sha256) return false
    await this.commands.send('deleteForgotten', { key })
    return true
  }
}

function unanswered(command: string, error: number) {
  return new E_UNAVAILABLE(
    say`The document server answers ${command} with error ${error}; try again, or run node ace editor:doctor`
  )
}
