import string from '@adonisjs/core/helpers/string'
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
  noticesPerHour: env.get('IM_NOTICES_PER_HOUR', 60),
  reportsPerHour: env.get('IM_REPORTS_PER_HOUR', 20),
  bytesPerHour: string.bytes.parse(env.get('IM_BYTES_PER_HOUR', '50mb')) ?? 0,
  bufferedBytes: 1024 * 1024,
  drainSeconds: 60,
  pingSeconds: 25,
  deadSeconds: 55,
  recallSeconds: 120,
  presenceSeconds: 86_400,
  nodeSeconds: 30,
  messageDays: env.get('IM_MESSAGE_RETENTION_DAYS', 0),
  messageDaysOf: {
    direct: env.get('IM_DIRECT_RETENTION_DAYS'),
    group: env.get('IM_GROUP_RETENTION_DAYS'),
    system: env.get('IM_SYSTEM_RETENTION_DAYS'),
  },
  actDays: env.get('IM_ACT_RETENTION_DAYS', 365),
  contacts: env.get('IM_CONTACTS', 'everybody'),
  groupMembers: env.get('IM_GROUP_MEMBERS', 5_000),
  membershipsPerUser: env.get('IM_MEMBERSHIPS_PER_USER', 2_000),
  newMembersSee: env.get('IM_NEW_MEMBERS_SEE', 'from_joining'),
  signsUpTo: 200,
  pageMessages: 200,
  writers: env.get('DB_CONNECTION', 'sqlite') === 'sqlite' ? 1 : 2,
}

export default messagingConfig
