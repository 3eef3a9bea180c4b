import type { Erasing } from '#kernel/personal_data/personal_data'
import { renameInColumns, renameInTexts } from './rename_in_texts.js'

/** Documents stay; the name of the person is replaced wherever documents store it. */
export async function erasePerson(erasing: Erasing): Promise<void> {
  await renameInColumns(erasing)
  await renameInTexts(erasing)
}
