// How two pictures share one stage: each in a tile, both tiles alike.
import { type RefObject, useEffect, useState } from 'react'

export interface Size {
  width: number
  height: number
}

export interface Arrangement {
  isBeside: boolean
  /** Of each of the two, in CSS pixels. */
  tile: Size
}

/** A tile is as its pictures are, or bent so far towards the room that there is: no more than a quarter of a picture is cut off for it. */
const mostBent = 4 / 3
/** From so many pixels on people stand side by side; on a narrower stage as they are seen largest. */
const wide = 640

/** Between the two, in CSS pixels. */
const gap = 4

const shapeOf = ({ width, height }: Size) => width / height
const areaOf = ({ width, height }: Size) => width * height

/** @param pictures their own sizes; where none is known yet, they are taken for what cameras send */
export function arrange(stage: Size, pictures: readonly Size[]): Arrangement {
  const shapes = pictures.length > 0 ? pictures.map(shapeOf) : [4 / 3]
  // The middle between one that lies and one that stands is a square.
  const own = Math.exp(shapes.reduce((sum, shape) => sum + Math.log(shape), 0) / shapes.length)
  const tileIn = (room: Size): Size => {
    const shape = Math.min(Math.max(shapeOf(room), own / mostBent), own * mostBent)
    const width = Math.min(room.width, room.height * shape)
    return { width: Math.floor(width), height: Math.floor(width / shape) }
  }
  const beside = tileIn({ width: (stage.width - gap) / 2, height: stage.height })
  const stacked = tileIn({ width: stage.width, height: (stage.height - gap) / 2 })
  const isBeside = stage.width >= wide || areaOf(beside) >= areaOf(stacked)
  return { isBeside, tile: isBeside ? beside : stacked }
}

/** How the two pictures of this stage stand now; undefined while there is one. */
export function useArrangement(stage: RefObject<HTMLElement | null>, areTwo: boolean): Arrangement | undefined {
  const [arrangement, setArrangement] = useState<Arrangement>()
  useEffect(() => {
    const one = stage.current
    if (!one || !areTwo) return
    const look = () => {
      const pictures = [...one.querySelectorAll('video')].map(({ videoWidth: width, videoHeight: height }) => ({ width, height }))
      const room = { width: one.clientWidth, height: one.clientHeight }
      if (areaOf(room) > 0)
        setArrangement(
          arrange(
            room,
            pictures.filter((each) => areaOf(each) > 0),
          ),
        )
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(one)
    // A picture says so itself where it comes or turns; such words do not rise, and are heard on their way down.
    one.addEventListener('resize', look, true)
    return () => {
      sizes.disconnect()
      one.removeEventListener('resize', look, true)
    }
  }, [stage, areTwo])
  return areTwo ? arrangement : undefined
}
