import { inject } from '@adonisjs/core'
import { randomBytes } from 'node:crypto'
import { Refusal } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import { CommandError, CommandService, type CommandAnswer } from '../editor/command_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { orRefusal } from '../or_refusal.js'
import { failed, fine, skipped, type Finding } from './finding.js'

const COMMAND = 'command service'
const SECRET = 'secret'
const JWT = 'JWT'
const CLOCKS = 'clocks'
const LARGEST_SECONDS = 60

export interface CommandFindings {
  findings: Finding[]
  isThere: boolean
}

@inject()
export class CommandCheck {
  constructor(
    private readonly settings: EditorSettings,
    private readonly commands: CommandService
  ) {}

  async examine(): Promise<CommandFindings> {
    const answer = await this.#version()
    if (answer instanceof Refusal) return this.#unanswered(answer)

    const { version, error } = answer
    const forged = await this.#version(randomBytes(32).toString('hex'))
    const isSigned = forged instanceof Refusal || forged.error === CommandError.token
    const findings = [
      fine(COMMAND, version ? `The document server is ${version}` : `It answers (error ${error})`),
      isSigned ? secretFinding(answer) : skipped(SECRET, 'It looks at no signature'),
      jwtFinding(isSigned),
      clockFinding(answer),
    ]
    return { findings, isThere: true }
  }

  #version(secret?: string): Promise<CommandAnswer | Refusal> {
    return orRefusal(this.commands.send('version', {}, secret))
  }

  #unanswered({ message }: Refusal): CommandFindings {
    const { serverBase } = this.settings
    const remedy =
      'Start the document server, or set EDITOR_DOCUMENT_SERVER_INTERNAL_URL to where this service reaches it'
    const others = [SECRET, JWT, CLOCKS].map((check) =>
      skipped(check, 'The command service does not answer')
    )
    const findings = [failed(COMMAND, `${serverBase}: ${message}`, remedy), ...others]
    return { findings, isThere: false }
  }
}

/** An expired signature was found to be the right one before its time was looked at. */
function secretFinding({ error }: CommandAnswer): Finding {
  if (error !== CommandError.token) return fine(SECRET, 'It accepts what we sign')
  return failed(
    SECRET,
    'The document server does not accept our signature',
    'Set EDITOR_JWT_SECRET here and the JWT secret of the document server to the same value'
  )
}

function jwtFinding(isSigned: boolean): Finding {
  if (isSigned) return fine(JWT, 'It refuses what somebody else has signed')
  return failed(
    JWT,
    'It obeys commands signed by anybody: its JWT is switched off, so nothing of it can be trusted',
    'Switch JWT on in the document server (JWT_ENABLED=true in its container), with EDITOR_JWT_SECRET as its secret'
  )
}

function clockFinding({ error, answeredAt }: CommandAnswer): Finding {
  const seconds = Number.isFinite(answeredAt) ? Math.round((answeredAt! - clock.now()) / 1000) : 0
  if (error !== CommandError.expired && Math.abs(seconds) <= LARGEST_SECONDS) {
    return fine(CLOCKS, 'The clocks agree')
  }
  return failed(
    CLOCKS,
    `The document server’s clock is ${seconds} s from ours, so signatures expire too early or too late`,
    'Set the clocks of both machines by the same time server'
  )
}
