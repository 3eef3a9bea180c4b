import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { AuditKey } from './audit_key.js'

/** Where the chain of sealed entries begins and ends. */
export interface ChainEnds {
  /** Number of the first entry that is still kept. */
  firstNo: number
  /** Seal of the entry before it; empty for the very first. */
  firstSeal: string
  /** Number of the last entry; one less than `firstNo` where none is sealed. */
  lastNo: number
  lastSeal: string
}

/** A fresh chain has no code yet. */
const isFresh = (mac: unknown, { lastNo }: ChainEnds) => mac === '' && lastNo === 0

/** Reads them. Resolves to `null` where they are missing. */
export async function readEnds(
  client: QueryClientContract,
  key: AuditKey
): Promise<{ ends: ChainEnds; isGenuine: boolean } | null> {
  const row = await client.from('audit_chain').where('id', 1).first()
  if (!row) return null
  const ends = {
    firstNo: Number(row.first_no),
    firstSeal: String(row.first_seal),
    lastNo: Number(row.last_no),
    lastSeal: String(row.last_seal),
  }
  const isGenuine = isFresh(row.mac, ends) || key.check(row.mac, partsOf(ends)) === 'genuine'
  return { ends, isGenuine }
}

/** Nobody else seals or removes entries until the transaction ends. */
export async function lockEnds(trx: TransactionClientContract): Promise<void> {
  await trx.from('audit_chain').where('id', 1).forUpdate().first()
}

export async function writeEnds(
  trx: TransactionClientContract,
  ends: ChainEnds,
  key: AuditKey
): Promise<void> {
  await trx
    .from('audit_chain')
    .where('id', 1)
    .update({
      first_no: ends.firstNo,
      first_seal: ends.firstSeal,
      last_no: ends.lastNo,
      last_seal: ends.lastSeal,
      mac: key.sign(partsOf(ends)),
    })
}

function partsOf({ firstNo, firstSeal, lastNo, lastSeal }: ChainEnds): unknown[] {
  return [firstNo, firstSeal, lastNo, lastSeal]
}
