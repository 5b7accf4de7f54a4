"""Lessons, puzzles and the days over HTTP."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inglenook.coach.exercise_files import Kind
from inglenook.server.compute.job_queue import Asker
from inglenook.server.http.guests import Guests
from inglenook.server.http.limits import Limits, asker
from inglenook.server.http.requests import body
from inglenook.server.http.responses import said
from inglenook.server.http.security_headers import address
from inglenook.server.learning.days import DailyBoards
from inglenook.server.learning.exercises import Teacher
from inglenook.server.wire import learn_messages as lm


class Learning:
    def __init__(self, teacher: Teacher, days: DailyBoards, guests: Guests, limits: Limits) -> None:
        self._teacher = teacher
        self._days = days
        self._guests = guests
        self._limits = limits

    def routes(self) -> list[Route]:
        return [
            Route("/api/lessons/{game}", self.lesson),
            Route("/api/lessons/{game}/{name}", self.try_lesson, methods=["POST"]),
            Route("/api/lessons/{game}/{name}/solution", self.lesson_solution, methods=["POST"]),
            Route("/api/puzzles/{game}", self.puzzle),
            Route("/api/runs/{game}", self.run),
            Route("/api/puzzles/{game}/{name}", self.answer, methods=["POST"]),
            Route("/api/puzzles/{game}/{name}/try", self.try_puzzle, methods=["POST"]),
            Route("/api/puzzles/{game}/{name}/solution", self.puzzle_solution, methods=["POST"]),
            Route("/api/days", self.days),
        ]

    async def lesson(self, request: Request) -> Response:
        return said(self._teacher.lesson(request.path_params["game"]))

    async def try_lesson(self, request: Request) -> Response:
        return await self._try(request, "lesson")

    async def try_puzzle(self, request: Request) -> Response:
        return await self._try(request, "puzzle")

    async def lesson_solution(self, request: Request) -> Response:
        return await self._solution(request, "lesson")

    async def puzzle_solution(self, request: Request) -> Response:
        return await self._solution(request, "puzzle")

    async def puzzle(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        found = await self._teacher.puzzle(guest, request.path_params["game"])
        return said(found, headers=headers)

    async def run(self, request: Request) -> Response:
        return said(self._teacher.run(request.path_params["game"]))

    async def answer(self, request: Request) -> Response:
        trial = await body(request, lm.Trial)
        guest, headers = self._guests.welcome(request)
        self._limits.answer(address(request.scope), guest)
        game, name = request.path_params["game"], request.path_params["name"]
        who = asker(address(request.scope), guest)
        return said(await self._teacher.answer(who, game, name, trial), headers=headers)

    async def days(self, request: Request) -> Response:
        return said(await self._days.look(self._guests.known(request)))

    async def _try(self, request: Request, kind: Kind) -> Response:
        what, headers = await self._trial(request, kind)
        return said(await self._teacher.attempt(*what), headers=headers)

    async def _solution(self, request: Request, kind: Kind) -> Response:
        what, headers = await self._trial(request, kind)
        return said(await self._teacher.solution(*what), headers=headers)

    async def _trial(
        self, request: Request, kind: Kind
    ) -> tuple[tuple[Asker, str, Kind, str, lm.Trial], dict[str, str]]:
        """Who tries what in which exercise, and the headers of the answer."""
        trial = await body(request, lm.Trial)
        guest, headers = self._guests.welcome(request)
        return (
            asker(address(request.scope), guest),
            request.path_params["game"],
            kind,
            request.path_params["name"],
            trial,
        ), headers
