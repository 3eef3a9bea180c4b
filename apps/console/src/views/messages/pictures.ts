import { chancery } from '../../service'

const pictures = new Map<string, Promise<string | undefined>>()

/** URL of the picture of a group, fetched once; `undefined` when that fails. */
export function pictureUrl(conversationId: number, fileId: number): Promise<string | undefined> {
  const key = `${conversationId} ${fileId}`
  const known = pictures.get(key)
  const asked = known ?? fetchPicture(conversationId).catch(() => forget(key))
  pictures.set(key, asked)
  return asked
}

async function fetchPicture(conversationId: number) {
  return (await chancery.fileUrl(`/app/im/conversations/${conversationId}/picture`)).url
}

const forget = (key: string) => void pictures.delete(key)
