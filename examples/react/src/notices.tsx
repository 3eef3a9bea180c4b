import { useEffect, useRef, useState } from 'react'
import { MessagingClient, type Message } from '@chancery/messaging-client'
import { baseUrl, chancery } from './service'

/** What the service has to say, as it happens: unread notices first, then new ones. */
export function Notices() {
  const messaging = useRef<MessagingClient>(null)
  const [notices, setNotices] = useState<Message[]>([])
  useEffect(() => {
    const client = new MessagingClient({
      baseUrl,
      accessToken: (refused) => chancery.tokens.current({ otherThan: refused }),
    })
    client.on('notice', (notice) => setNotices((before) => [...before, notice]))
    client.on('epoch', () => setNotices([]))
    client.connect()
    messaging.current = client
    return () => client.close()
  }, [])
  const dismiss = ({ conversationId, seq }: Message) => {
    messaging.current?.markRead(conversationId, seq)
    setNotices(notices.filter((one) => one.conversationId !== conversationId || one.seq > seq))
  }
  return (
    <div role="status">
      {notices.map((notice) => (
        <p key={`${notice.conversationId} ${notice.seq}`}>
          {(notice.content as { title: string }).title}
          <button onClick={() => dismiss(notice)}>Dismiss</button>
        </p>
      ))}
    </div>
  )
}
