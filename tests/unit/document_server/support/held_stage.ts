import type { TestContext } from '@japa/runner/core'
import { unzipSync, strFromU8 } from 'fflate'
import { HeldCourier } from '#tests/fakes/document_server/held_courier'
import { documentTexts } from '#tests/fakes/document_server/ooxml'
import type { FakeDocumentServerOptions } from '#tests/fakes/document_server/server'
import type { Claims } from '#tests/fakes/document_server/tokens'
import { until } from '#tests/helpers/until'
import { stage, type Stage } from './stage.js'

export interface HeldStage extends Stage {
  courier: HeldCourier
  /** Resolves when so many saves are kept back. */
  heldUp: (count: number) => Promise<void>
}

/** A stage on which saves wait until they are told to go on. */
export async function heldStage(
  test: TestContext['test'],
  options: FakeDocumentServerOptions = {}
): Promise<HeldStage> {
  const courier = new HeldCourier()
  const theatre = await stage(test, { courier, ...options })
  const heldUp = (count: number): Promise<void> => until(() => courier.held.length === count)

  return { ...theatre, courier, heldUp }
}

/** What stands in the document that a callback speaks of. */
export async function textsOf({ url }: Claims, fileType = 'docx'): Promise<string[]> {
  return documentTexts(await bytesOf(url), fileType)
}

/** The changes that a callback speaks of, a list for each run. */
export async function changesOf({ changesurl }: Claims): Promise<string[][]> {
  const files = unzipSync(await bytesOf(changesurl))

  return Object.values(files).map((file) => JSON.parse(strFromU8(file)) as string[])
}

async function bytesOf(url: unknown): Promise<Uint8Array> {
  const response = await fetch(String(url))

  return new Uint8Array(await response.arrayBuffer())
}
