// What the house itself has to say in the demo: a page of help, two posts of its blog, and one thing that it puts forward. In both languages.
import type { PictureSpec } from '#database/town/art/draw.ts'

interface Text {
  title: string
  content: string
}

export interface Said {
  type: 'page' | 'post'
  slug: string
  hoursAgo: number
  places: ('footer' | 'account')[]
  texts: Record<'zh-TW' | 'en-US', Text>
}

export const said: readonly Said[] = [
  {
    type: 'page',
    slug: 'help',
    hoursAgo: 50 * 24,
    places: ['footer', 'account'],
    texts: {
      'zh-TW': {
        title: '使用說明',
        content: `## 追蹤、訂閱與解鎖

- **追蹤**不用錢，新作品會出現在你的首頁。
- **訂閱**按月計算，可以隨時取消，已付的那一期會看到期滿。
- **解鎖**是一件一件買，買了就一直是你的。

## 代幣

代幣先儲值再使用，每一筆進出都寫在[錢包](/wallet)裡。想核對的話，[公開帳本](/ledger)每天結一次。

## 看不到內容？

1. 先確認你已經登入，而且填過生日。
2. 創作者可以對某些國家或個人隱藏自己。
3. 還是不行，請[寫信給我們](/contact)。`,
      },
      'en-US': {
        title: 'How it works',
        content: `## Following, subscribing, unlocking

- **Following** is free: new works appear on your home page.
- **Subscribing** goes by the month. Cancel whenever you like; what you paid for stays open until its end.
- **Unlocking** buys one thing at a time, and what you bought stays yours.

## Tokens

You top up first and spend afterwards, and every movement stands in your [wallet](/wallet). If you want to check us, the [public ledger](/ledger) is closed once a day.

## Something does not open?

1. See that you are signed in and have given your birth date.
2. Creators can hide from countries and from people.
3. If that is not it, [write to us](/contact).`,
      },
    },
  },
  {
    type: 'post',
    slug: 'lights-on',
    hoursAgo: 40 * 24,
    places: [],
    texts: {
      'zh-TW': {
        title: '開燈了',
        content: `小劇場今天開門。

第一批創作者已經把東西掛上牆，有人帶來底片，有人帶來錄音，還有一位帶了自己的椅子。**開放的作品不用登入就能看**，其餘的等你進場。

> 臺上的人說，最難的不是開場，是知道臺下有人。

接下來每週會在這裡寫一點幕後的事。`,
      },
      'en-US': {
        title: 'Lights on',
        content: `The little house opens today.

The first performers have hung their work. One brought negatives, one brought tapes, and one brought their own chair. **What is open can be seen without signing in**; the rest waits inside.

> Beginning is not the hard part, they say on stage. Knowing that somebody is there is.

From now on there will be a little from behind the curtain each week.`,
      },
    },
  },
  {
    type: 'post',
    slug: 'lantern-week',
    hoursAgo: 3 * 24,
    places: [],
    texts: {
      'zh-TW': {
        title: '燈籠週：七個晚上，七盞燈',
        content: `這個禮拜每天晚上，都有一位創作者點一盞燈：一張照片、一段聲音，或者一場直播。

| 晚上 | 會有什麼 |
|---|---|
| 一、三、五 | 新的照片 |
| 二、四 | 錄音 |
| 週末 | 直播 |

不用報名，到[探索](/explore)找他們就好。`,
      },
      'en-US': {
        title: 'Lantern week: seven nights, seven lights',
        content: `Every night of this week one performer lights a lantern: a picture, a sound, or a show.

| Night | What there is |
|---|---|
| Monday, Wednesday, Friday | new pictures |
| Tuesday, Thursday | sound |
| The weekend | live |

There is nothing to sign up for. Find them under [Explore](/explore).`,
      },
    },
  },
]

/** The picture is drawn as covers are. */
export const promotion = {
  key: 'promotion',
  hoursAgo: 2 * 24,
  picture: { scene: 'lanterns', palette: 'dusk', seed: 'lantern-week' } satisfies Omit<PictureSpec, 'ratio'>,
  link: '/blog/lantern-week',
  texts: {
    'zh-TW': { title: '燈籠週', description: '七個晚上，七盞燈。今晚也有人在。' },
    'en-US': { title: 'Lantern week', description: 'Seven nights, seven lights. Somebody is here tonight, too.' },
  },
} as const
