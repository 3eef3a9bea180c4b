import { inject } from '@adonisjs/core'
import { Refusal } from '#kernel/http/define_error'
import { clock } from '#kernel/state/clock'
import { CommandError, CommandService, type CommandAnswer } from '../editor/command_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { failed, fine, skipped, type Finding } from './finding.js'

const COMMAND = 'command service'
const SECRET = 'secret'
const CLOCKS = 'clocks'
const LARGEST_SECONDS = 60

/** Whether the document server takes commands, which also tells whether secrets and clocks agree. */
@inject()
export class CommandCheck {
  constructor(
    private readonly settings: EditorSettings,
    private readonly commands: CommandService
  ) {}

  async examine(): Promise<Finding[]> {
    const answer = await this.#version()
    if (answer instanceof Refusal) return this.#unanswered(answer)
    return [this.#command(answer), secretFinding(answer), clockFinding(answer)]
  }

  async #version(): Promise<CommandAnswer | Refusal> {
    try {
      return await this.commands.send('version')
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  #unanswered({ message }: Refusal): Finding[] {
    const { serverBase } = this.settings
    const remedy =
      'Start the document server, or set EDITOR_DOCUMENT_SERVER_INTERNAL_URL to where this service reaches it'
    const unknown = 'The command service does not answer'
    return [
      failed(COMMAND, `${message} at ${serverBase}`, remedy),
      skipped(SECRET, unknown),
      skipped(CLOCKS, unknown),
    ]
  }

  #command({ version, error }: CommandAnswer): Finding {
    const detail = version ? `The document server is ${version}` : `It answers (error ${error})`
    return fine(COMMAND, detail)
  }
}

function secretFinding({ error }: CommandAnswer): Finding {
  if (error !== CommandError.token) return fine(SECRET, 'Both sides sign with the same secret')
  return failed(
    SECRET,
    'The document server does not accept our signature',
    'Set EDITOR_JWT_SECRET here and the JWT secret of the document server to the same value'
  )
}

function clockFinding({ error, answeredAt }: CommandAnswer): Finding {
  const seconds = Number.isFinite(answeredAt) ? Math.round((answeredAt! - clock.now()) / 1000) : 0
  if (error !== CommandError.expired && Math.abs(seconds) <= LARGEST_SECONDS) {
    return fine(CLOCKS, 'The clocks agree')
  }
  return failed(
    CLOCKS,
    `The document server’s clock is ${seconds} s from ours, so tokens expire too early or too late`,
    'Set the clocks of both machines by the same time server'
  )
}
