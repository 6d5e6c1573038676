import { useSpeech } from '#web/ui/UiWords.tsx'
import { uiLocale } from '#web/ui/words.ts'

/** What the players say by themselves: they are fetched with them, and not with the first page. */
const words = {
  'zh-TW': {
    player: (title: string) => `播放器：${title}`,
    play: '播放',
    pause: '暫停',
    replay: '重新播放',
    seek: '播放位置',
    mute: '靜音',
    unmute: '取消靜音',
    volume: '音量',
    settings: '播放設定',
    speed: '速度',
    usual: '正常',
    quality: '畫質',
    auto: '自動',
    full: '全螢幕',
    leaveFull: '離開全螢幕',
    apart: '子母畫面',
    gone: '這部影片已經無法觀看',
    goneWhy: '觀看權限已經結束。',
    goneSound: '這段聲音已經無法收聽',
    broken: '影片暫時無法播放',
    brokenWhy: '請檢查網路後再試一次。',
    brokenSound: '聲音暫時無法播放',
    retry: '再試一次',
    processing: '處理中',
    resumed: (time: string) => `從${time}繼續`,
    of: (now: string, all: string) => `${now}，共${all}`,
  },
  'en-US': {
    player: (title: string) => `Player: ${title}`,
    play: 'Play',
    pause: 'Pause',
    replay: 'Play again',
    seek: 'Position',
    mute: 'Mute',
    unmute: 'Unmute',
    volume: 'Volume',
    settings: 'Playback settings',
    speed: 'Speed',
    usual: 'Normal',
    quality: 'Quality',
    auto: 'Auto',
    full: 'Full screen',
    leaveFull: 'Leave full screen',
    apart: 'Picture in picture',
    gone: 'This video can no longer be watched',
    goneWhy: 'Your access has ended.',
    goneSound: 'This recording can no longer be played',
    broken: 'The video cannot be played right now',
    brokenWhy: 'Check your connection and try again.',
    brokenSound: 'The recording cannot be played right now',
    retry: 'Try again',
    processing: 'Processing',
    resumed: (time: string) => `Resumed at ${time}`,
    of: (now: string, all: string) => `${now} of ${all}`,
  },
}

export type PlayerWords = (typeof words)['zh-TW']

export function usePlayerWords(): PlayerWords {
  return words[uiLocale(useSpeech().locale)]
}
