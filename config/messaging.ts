import env from '#start/env'
import type { MessagingConfig } from '#plugins/messaging/main'

const framesPerSecond = env.get('IM_FRAMES_PER_SECOND', 50)

const messagingConfig: MessagingConfig = {
  path: '/ws/im',
  ticketSeconds: 30,
  authSeconds: 5,
  frameBytes: 64 * 1024,
  framesPerSecond,
  frameBurst: framesPerSecond * 4,
  framesPerSecondOfUser: env.get('IM_FRAMES_PER_SECOND_PER_USER', framesPerSecond * 4),
  socketsPerUser: env.get('IM_SOCKETS_PER_USER', 100),
  streamsPerUser: env.get('IM_STREAMS_PER_USER', 20),
  conversationsPerHour: env.get('IM_CONVERSATIONS_PER_HOUR', 100),
  membersPerHour: env.get('IM_MEMBERS_PER_HOUR', 10_000),
  bufferedBytes: 1024 * 1024,
  pingSeconds: 25,
  deadSeconds: 55,
  recallSeconds: 120,
  messageDays: env.get('IM_MESSAGE_RETENTION_DAYS', 0),
  contacts: env.get('IM_CONTACTS', 'everybody'),
  groupMembers: env.get('IM_GROUP_MEMBERS', 5_000),
  newMembersSee: env.get('IM_NEW_MEMBERS_SEE', 'from_joining'),
  signsUpTo: 200,
  pageMessages: 200,
  writers: env.get('DB_CONNECTION', 'sqlite') === 'sqlite' ? 1 : 2,
}

export default messagingConfig
