import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/acting/main'
import { Refusal } from '#kernel/errors/main'
import {
  type AppliedPart,
  type ConfigurationDifference,
  type ConfigurationFault,
  ConfigurationParts,
  type DeclaredPart,
} from '#kernel/plugins/main'
import { FORMAT } from './export_configuration.js'

export interface AppliedConfiguration {
  /** With any, nothing was written. */
  faults: ConfigurationFault[]
  /** By part. */
  differences: Map<string, readonly ConfigurationDifference[]>
}

/** Writes what a file of configuration says, all or none. What it leaves out stays as it is. */
@inject()
export class ApplyConfiguration {
  constructor(private readonly parts: ConfigurationParts) {}

  /** @param dryRun tells what would become of it, and writes nothing */
  async handle(file: unknown, { dryRun = false } = {}): Promise<AppliedConfiguration> {
    const broken = fileFaults(file, this.parts.all())
    if (broken.length > 0) return { faults: broken, differences: new Map() }
    return actAsSystem('apply a file of configuration', () =>
      this.#apply(file as Record<string, unknown>, dryRun)
    )
  }

  async #apply(file: Record<string, unknown>, dryRun: boolean): Promise<AppliedConfiguration> {
    const trx = await db.transaction()
    const applied = await this.#within(trx, file).catch(async (error: unknown) => {
      await trx.rollback()
      throw error
    })
    const all = [...applied.values()]
    const faults = all.flatMap((part) => part.faults)
    const differences = new Map([...applied].map(([name, part]) => [name, part.differences]))
    const isChanged = all.some((part) =>
      part.differences.some(({ change }) => change !== 'unchanged')
    )
    if (faults.length > 0 || dryRun || !isChanged) await trx.rollback()
    else {
      await trx.commit()
      for (const { announce } of all) await announce()
    }
    return { faults, differences }
  }

  async #within(
    trx: TransactionClientContract,
    file: Record<string, unknown>
  ): Promise<Map<string, AppliedPart>> {
    const applied = new Map<string, AppliedPart>()
    for (const part of this.parts.all()) {
      const { name, after = [] } = part
      const isJudged = after.every((other) => !applied.get(other)?.faults.length)
      if (name in file && isJudged) applied.set(name, await applyPart(part, file[name], trx))
    }
    return applied
  }
}

async function applyPart(
  part: DeclaredPart,
  data: unknown,
  trx: TransactionClientContract
): Promise<AppliedPart> {
  try {
    return await (await part.load()).apply(data, trx)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const message = String(error.errors?.[0]?.message ?? error.message)
    return { differences: [], faults: [{ place: part.name, message }], announce: async () => {} }
  }
}

function fileFaults(file: unknown, parts: readonly DeclaredPart[]): ConfigurationFault[] {
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    return [{ place: 'the file', message: 'It must be an object, as config:export writes it' }]
  const { format, ...given } = file as Record<string, unknown>
  if (format !== FORMAT)
    return [{ place: 'format', message: `It must be ${FORMAT}, as config:export writes it` }]
  const known = parts.map(({ name }) => name)
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  return unknown.map((place) => ({
    place,
    message: `No mounted plugin applies it; the parts are ${known.join(', ')}`,
  }))
}
