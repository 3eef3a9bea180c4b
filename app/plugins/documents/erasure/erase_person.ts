import type { Erasing } from '#kernel/personal_data/personal_data'
import { renameAuthor } from './rename_author.js'
import { renameInTexts } from './rename_in_texts.js'

/** Puts another name in the place of theirs, wherever documents keep it. */
export async function erasePerson(erasing: Erasing): Promise<void> {
  await renameAuthor(erasing)
  await renameInTexts(erasing)
}
