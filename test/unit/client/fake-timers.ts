import { vi } from 'vitest'

// A test imports this before all else: our code keeps the timers and the clock that it finds when it loads.
vi.useFakeTimers()
