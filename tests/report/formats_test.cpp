// JSON and SARIF: that they are what their schemas say, and hold what was found.

#include "report/racy_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// Validates documents by Debian's python3-jsonschema.
class FormatsTest : public milliamp::tests::RacyProgramTest {
 protected:
  void SetUp() override {
    if (here.shell("/usr/bin/python3 -c 'import jsonschema'").status != 0) {
      GTEST_SKIP() << "python3-jsonschema is not installed";
    }
  }

  /// What is wrong with files by a schema; empty when nothing is.
  std::string errors(const std::string& schema, const std::vector<std::string>& files) const {
    std::string instances;
    for (const std::string& file : files) instances += " -i '" + file + "'";
    const auto result =
        here.shell("/usr/bin/python3 -W ignore -m jsonschema" + instances + " '" + schema + "'");
    return result.status == 0 ? "" : result.output;
  }

  json report(const std::string& arguments, const std::string& options) const {
    std::filesystem::remove(here.path() / "report");
    racy(arguments, "report_path=report:" + options);
    return json::parse(read("report"));
  }

  /// The reports of every program, each with all of the options.
  std::vector<std::string> all_reports(const std::vector<std::string>& all_options) const {
    here.write("known", "race:total\nrace:nothing\n");
    std::vector<std::string> files;
    for (const char* program :
         {"none", "one", "two", "divergence", "global", "calls", "same_value", "thrice return_3"}) {
      for (const std::string& options : all_options) {
        files.push_back("report" + std::to_string(files.size()));
        racy(program, "report_path=" + files.back() + ":" + options);
      }
    }
    return files;
  }
};

// --- JSON ----------------------------------------------------------------------------------------

constexpr const char* json_schema = MILLIAMP_TEST_JSON_SCHEMA;

TEST_F(FormatsTest, JsonIsWhatTheSchemaSays) {
  const auto files = all_reports({"report_format=json", "report_format=json:max_reports=1",
                                  "report_format=json:suppressions=known",
                                  "report_format=json:schedule=random:seed=7"});
  EXPECT_EQ(errors(json_schema, files), "");
}

TEST_F(FormatsTest, TheJsonSchemaRefusesWhatItDoesNotKnow) {
  const json good = report("one", "report_format=json");
  const auto errors_with = [&](auto change) {
    json bad = good;
    change(bad);
    here.write("bad", bad.dump());
    return errors(json_schema, {"bad"});
  };
  EXPECT_NE(errors_with([](json& j) { j["more"] = 1; }), "");
  EXPECT_NE(errors_with([](json& j) { j.erase("options"); }), "");
  EXPECT_NE(errors_with([](json& j) { j["findings"][0]["kind"] = "rase"; }), "");
  EXPECT_NE(errors_with([](json& j) { j["findings"][0]["events"][0]["frames"].clear(); }), "");
  EXPECT_NE(errors_with([](json& j) { j["findings"][0]["events"][0]["frames"][0]["line"] = 0; }),
            "");
}

TEST_F(FormatsTest, JsonHoldsWhatWasFound) {
  const json document = report("one", "report_format=json");
  EXPECT_EQ(document["options"], "schedule=forward:report_path=report:report_format=json");
  EXPECT_EQ(document["not_shown"], 0);
  ASSERT_EQ(document["findings"].size(), 1u);
  const json& finding = document["findings"][0];
  EXPECT_EQ(finding["kind"], "race");
  EXPECT_EQ(finding["variable"], "tile_static int total");
  EXPECT_EQ(finding["name"], "total");
  EXPECT_EQ(finding["declaration"]["text"], "    tile_static int total;");
  ASSERT_EQ(finding["events"].size(), 2u);
  const json& event = finding["events"][0];
  EXPECT_EQ(event["what"], "write");
  EXPECT_EQ(event["threads"][0], json::parse(R"({"local": [0], "tile": [0], "global": [0]})"));
  const json& place = event["frames"][0];
  EXPECT_THAT(place["file"], testing::EndsWith("racy.cpp"));
  EXPECT_EQ(place["text"], "    total = t.local[0];");
  EXPECT_EQ(place["column"], 5);
  EXPECT_EQ(place["end_column"], 10);
}

TEST_F(FormatsTest, AllShowTheFirstInstance) {
  const std::string text = racy("backward").output;
  EXPECT_THAT(text, HasSubstr("write by thread local (16) tile (0) global (16)"));
  EXPECT_THAT(text, HasSubstr("1 finding in 2 instances"));
  const json finding = report("backward", "report_format=json")["findings"][0];
  EXPECT_EQ(finding["count"], 2);
  EXPECT_EQ(finding["events"][0]["threads"][0]["global"], json::parse("[16]"));
  EXPECT_THAT(report("backward", "report_format=sarif").dump(), HasSubstr("global (16)"));
}

TEST_F(FormatsTest, JsonTellsOfWritesOfTheSameValue) {
  EXPECT_EQ(report("same_value", "report_format=json")["findings"][0]["same_value"], true);
  EXPECT_FALSE(report("one", "report_format=json")["findings"][0].contains("same_value"));
}

TEST_F(FormatsTest, JsonTellsOfWhatIsLeftOut) {
  here.write("known", "race:sum\nrace:nothing\n");
  EXPECT_EQ(report("two", "report_format=json:max_reports=1")["not_shown"], 1);
  const json document = report("two", "report_format=json:suppressions=known");
  EXPECT_EQ(document["findings"].size(), 1u);
  EXPECT_EQ(document["suppressions"]["file"], "known");
  EXPECT_EQ(document["suppressions"]["suppressed_instances"], 1);
  EXPECT_EQ(document["suppressions"]["unused"],
            json::parse(R"([{"line": 2, "text": "race:nothing"}])"));
}

// --- SARIF ---------------------------------------------------------------------------------------

constexpr const char* sarif_schema = MILLIAMP_TEST_SARIF_SCHEMA;

/// The file that a location names, relative to its base.
std::string file_of(const json& run, const json& place) {
  const json& artifact = place["artifactLocation"];
  const std::string uri = artifact["uri"];
  if (!artifact.contains("uriBaseId")) return uri;
  const std::string base = run["originalUriBaseIds"][artifact["uriBaseId"]]["uri"];
  EXPECT_THAT(base, AllOf(testing::StartsWith("file:///"), testing::EndsWith("/")));
  return base + uri;
}

/// Calls visit(location) for all physical locations of a document.
template <class Visit>
void for_each_location(const json& part, const Visit& visit) {
  for (const auto& [key, value] : part.items()) {
    if (key == "physicalLocation") visit(value);
    if (value.is_structured()) for_each_location(value, visit);
  }
}

TEST_F(FormatsTest, SarifIsWhatTheSchemaSays) {
  const auto files = all_reports({"report_format=sarif", "report_format=sarif:max_reports=1",
                                  "report_format=sarif:suppressions=known"});
  EXPECT_EQ(errors(sarif_schema, files), "");
}

TEST_F(FormatsTest, TheSarifSchemaRefusesWhatItDoesNotKnow) {
  json bad = report("one", "report_format=sarif");
  bad["runs"][0]["results"][0]["locations"][0]["line"] = 1;
  here.write("bad", bad.dump());
  EXPECT_NE(errors(sarif_schema, {"bad"}), "");
}

TEST_F(FormatsTest, SarifHoldsWhatWasFound) {
  const json log = report("one", "report_format=sarif");
  const json& run = log["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"], "Milliamp");
  ASSERT_EQ(run["results"].size(), 1u);
  const json& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "race");
  EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"], "race");
  EXPECT_THAT(result["message"]["text"].get<std::string>(),
              AllOf(HasSubstr("write and write of total"), HasSubstr("\nhelp: ")));
  const json& place = result["locations"][0]["physicalLocation"];
  EXPECT_THAT(file_of(run, place), testing::EndsWith("/tests/report/programs/racy.cpp"));
  EXPECT_EQ(place["region"]["snippet"]["text"], "    total = t.local[0];");
  EXPECT_EQ(place["region"]["startColumn"], 5);
  EXPECT_EQ(place["region"]["endColumn"], 10);
  EXPECT_EQ(result["relatedLocations"].size(), 2u) << "the other write and the declaration";
  EXPECT_EQ(result["occurrenceCount"], 1);
}

// The properties that GitHub's code scanning requires, by its documentation.
TEST_F(FormatsTest, SarifHasWhatCodeHostsRequire) {
  const json log = report("two", "report_format=sarif");
  EXPECT_EQ(log["version"], "2.1.0");
  EXPECT_THAT(log["$schema"].get<std::string>(), HasSubstr("sarif-schema-2.1.0.json"));
  const json& run = log["runs"][0];
  const json& driver = run["tool"]["driver"];
  for (const char* key : {"name", "version", "semanticVersion", "informationUri"}) {
    EXPECT_NE(driver[key], "") << key;
  }
  for (const json& rule : driver["rules"]) {
    EXPECT_NE(rule["id"], "");
    for (const char* key : {"shortDescription", "fullDescription", "help"}) {
      EXPECT_THAT(rule[key]["text"].get<std::string>(), testing::EndsWith(".")) << key;
    }
    EXPECT_EQ(rule["helpUri"], "man:milliamp-findings(7)");
    EXPECT_EQ(rule["properties"]["problem.severity"], "error");
  }
  ASSERT_EQ(run["results"].size(), 2u);
  for (const json& result : run["results"]) {
    EXPECT_NE(result["message"]["text"], "");
    EXPECT_EQ(result["locations"].size(), 1u);
    EXPECT_TRUE(result["partialFingerprints"].contains("primaryLocationLineHash"));
  }
  for_each_location(log, [](const json& place) {
    EXPECT_FALSE(place["artifactLocation"]["uri"].get<std::string>().starts_with("/"));
    const json& region = place["region"];
    EXPECT_EQ(region["endLine"], region["startLine"]);
    EXPECT_LE(region.value("startColumn", 1), region.value("endColumn", 1));
  });
}

TEST_F(FormatsTest, SarifHasPathsRelativeToTheRepository) {
  const json log = report("one", "report_format=sarif");
  const json& run = log["runs"][0];
  const std::string root = run["originalUriBaseIds"]["%SRCROOT%"]["uri"];
  EXPECT_THAT(std::string(MILLIAMP_TEST_RACY_SOURCE),
              testing::StartsWith(root.substr(std::string("file://").size())));
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"],
            json::parse(R"({"uri": "tests/report/programs/racy.cpp", "uriBaseId": "%SRCROOT%"})"));
}

TEST_F(FormatsTest, SarifHasALocationInTheSourceWhereAThreadHasReturned) {
  const json log = report("divergence", "report_format=sarif");
  const json& result = log["runs"][0]["results"][0];
  ASSERT_EQ(result["locations"].size(), 1u);
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "tests/report/programs/racy.cpp");
  EXPECT_THAT(result["relatedLocations"][0]["message"]["text"].get<std::string>(),
              HasSubstr("return"));
}

TEST_F(FormatsTest, SarifHasTheEndsOfADeepCallStack) {
  const json log = report("deep", "report_format=sarif");
  const json& result = log["runs"][0]["results"][0];
  EXPECT_EQ(result["stacks"][0]["frames"].size(), 32u);
  const json& calls = result["codeFlows"][0]["threadFlows"][0]["locations"];
  ASSERT_EQ(calls.size(), 32u);
  EXPECT_EQ(calls[0]["nestingLevel"], 0);
  EXPECT_GT(calls[31]["nestingLevel"], 40);
}

TEST_F(FormatsTest, SarifHasAFlowForEachAccess) {
  const json log = report("calls", "report_format=sarif");
  const json& result = log["runs"][0]["results"][0];
  ASSERT_EQ(result["codeFlows"].size(), 1u);
  const json& flows = result["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 2u);
  EXPECT_NE(flows[0]["id"], flows[1]["id"]);
  for (const json& flow : flows) {
    ASSERT_EQ(flow["locations"].size(), 2u);
    const json& call = flow["locations"][0];
    EXPECT_THAT(call["location"]["message"]["text"].get<std::string>(), HasSubstr("calls "));
    EXPECT_EQ(call["nestingLevel"], 0);
    const json& access = flow["locations"][1];
    EXPECT_THAT(access["location"]["message"]["text"].get<std::string>(),
                HasSubstr("write by thread"));
    EXPECT_EQ(access["nestingLevel"], 1);
    EXPECT_EQ(access["importance"], "essential");
  }
}

TEST_F(FormatsTest, SarifTellsOfWritesOfTheSameValue) {
  const json log = report("same_value", "report_format=sarif");
  const json& result = log["runs"][0]["results"][0];
  EXPECT_EQ(result["properties"]["sameValue"], true);
  EXPECT_THAT(result["message"]["text"].get<std::string>(),
              HasSubstr("both threads write the same value"));
}

TEST_F(FormatsTest, SarifTellsTheCallsThatLedToAPlace) {
  const json log = report("calls", "report_format=sarif");
  const json& stack = log["runs"][0]["results"][0]["stacks"][0];
  ASSERT_EQ(stack["frames"].size(), 2u);
  const auto function = [&](std::size_t frame) {
    return stack["frames"][frame]["location"]["logicalLocations"][0]["fullyQualifiedName"]
        .get<std::string>();
  };
  EXPECT_THAT(function(0), HasSubstr("put"));
  EXPECT_THAT(function(1), HasSubstr("add_up_by_calls"));
}

TEST_F(FormatsTest, SarifTellsOfWhatIsLeftOut) {
  here.write("known", "race:nothing\n");
  const json log = report("two", "report_format=sarif:max_reports=1:suppressions=known");
  const json& notes = log["runs"][0]["invocations"][0]["toolConfigurationNotifications"];
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_THAT(notes[0]["message"]["text"],
              "1 finding not shown (max_reports=1); raise max_reports to see the rest");
  EXPECT_THAT(notes[1]["message"]["text"], "unused suppression 'race:nothing'");
  EXPECT_EQ(notes[1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "known");
}

// --- GitHub --------------------------------------------------------------------------------------

TEST_F(FormatsTest, GitHubGetsAnAnnotationForEachFinding) {
  const auto result = racy("two", "report_format=github");
  EXPECT_EQ(result.status, 66);
  EXPECT_THAT(
      result.output,
      testing::MatchesRegex(
          "(\n::error file=tests/report/programs/racy.cpp,line=[0-9]+,col=5,endColumn=[0-9]+,"
          "title=milliamp%3A race::write and write of [^\n]*%0Awrite by thread local [^\n]* "
          "at tests/report/programs/racy.cpp:[0-9]+:5%0A[^\n]*%0Ahelp: [^\n]*\n){2}"));
  EXPECT_EQ(racy("none", "report_format=github").output, "");
  EXPECT_THAT(racy("divergence", "report_format=github").output,
              StartsWith("\n::error file=tests/report/programs/racy.cpp,line="));
  EXPECT_THAT(racy("two", "report_format=github:max_reports=1").output,
              HasSubstr("\n::warning title=milliamp::1 finding not shown (max_reports=1)"));
}

// --- Reports of many processes -------------------------------------------------------------------

TEST_F(FormatsTest, JsonOfSeveralRunsBecomesOneDocument) {
  here.write("known", "race:sum\nrace:nothing\n");
  for (const char* program : {"none", "two return_3", "thrice"}) {
    racy(program, "report_path=all:report_format=json:schedule=random:seed=7");
  }
  EXPECT_EQ(racy("two", "report_path=all:report_format=json:suppressions=known").output, "");
  racy("none", "report_path=all:report_format=json:suppressions=known");
  EXPECT_EQ(errors(json_schema, {"all"}), "");
  const json document = json::parse(read("all"));
  EXPECT_EQ(document["runs"], 5);
  EXPECT_EQ(document["instances"], 6);
  ASSERT_EQ(document["findings"].size(), 2u);
  EXPECT_EQ(document["findings"][0]["runs"], 3);
  EXPECT_EQ(document["findings"][0]["count"], 5);
  EXPECT_EQ(document["findings"][1]["runs"], 1);
  EXPECT_EQ(document["findings"][0]["first_options"],
            "schedule=random:seed=7:report_path=all:report_format=json");
  EXPECT_EQ(document["suppressions"]["suppressed_instances"], 1);
  EXPECT_EQ(document["suppressions"]["unused"],
            json::parse(R"([{"line": 2, "text": "race:nothing"}])"));
}

TEST_F(FormatsTest, SarifOfSeveralRunsBecomesOneLog) {
  for (const char* program : {"none", "two return_3", "calls", "thrice"}) {
    racy(program, "report_path=all:report_format=sarif");
  }
  EXPECT_EQ(errors(sarif_schema, {"all"}), "");
  const json log = json::parse(read("all"));
  ASSERT_EQ(log["runs"].size(), 1u);
  const json& run = log["runs"][0];
  EXPECT_EQ(run["invocations"].size(), 4u);
  ASSERT_EQ(run["results"].size(), 3u);
  EXPECT_EQ(run["results"][0]["occurrenceCount"], 4);
  EXPECT_EQ(run["results"][1]["occurrenceCount"], 1);
  const json expected = report("two", "report_format=sarif")["runs"][0];
  EXPECT_EQ(run["originalUriBaseIds"], expected["originalUriBaseIds"]);
  EXPECT_EQ(run["results"][1], expected["results"][1]);
}

TEST_F(FormatsTest, NothingIsLostWhenProcessesShareAFile) {
  const auto run_all = [&](const std::string& format) {
    here.shell("export MILLIAMP_OPTIONS=report_path=all." + format + ":report_format=" + format +
               "\nfor i in $(seq 10); do '" MILLIAMP_TEST_RACY "' one & '" MILLIAMP_TEST_RACY
               "' two & done; wait");
    return json::parse(read("all." + format));
  };
  const json document = run_all("json");
  EXPECT_EQ(document["runs"], 20);
  EXPECT_EQ(document["instances"], 30);
  ASSERT_EQ(document["findings"].size(), 2u);
  EXPECT_EQ(document["findings"][0]["runs"], 20);
  EXPECT_EQ(document["findings"][1]["runs"], 10);

  const json log = run_all("sarif");
  const json& run = log["runs"][0];
  EXPECT_EQ(run["invocations"].size(), 20u);
  ASSERT_EQ(run["results"].size(), 2u);
  EXPECT_EQ(run["results"][0]["occurrenceCount"], 20);
  EXPECT_EQ(run["results"][1]["occurrenceCount"], 10);
  EXPECT_EQ(here.shell("ls -A").output, "all.json\nall.sarif\n");
}

/// Processes that end at the same time may overwrite each other's report then.
TEST_F(FormatsTest, AFileIsWholeWhereTheFileSystemHasNoLocks) {
  const std::string start =
      "MILLIAMP_OPTIONS=report_path=all:report_format=json '" MILLIAMP_TEST_RACY_WITHOUT_LOCKS "'";
  for (int i = 0; i < 3; ++i) {
    const auto result = here.shell(start + " two");
    EXPECT_EQ(result.status, 66);
    EXPECT_EQ(result.output, "");
  }
  EXPECT_EQ(json::parse(read("all"))["runs"], 3);

  EXPECT_EQ(here.shell("for i in $(seq 20); do " + start + " two & done; wait").output, "");
  EXPECT_EQ(errors(json_schema, {"all"}), "");
  const json document = json::parse(read("all"));
  EXPECT_GE(document["runs"], 4);
  EXPECT_EQ(document["findings"].size(), 2u);
  EXPECT_EQ(here.shell("ls -A").output, "all\n");
}

TEST_F(FormatsTest, NothingIsLostWhenProcessesShareADirectory) {
  const auto run = here.shell(
      "mkdir reports; export MILLIAMP_OPTIONS=report_format=json:report_path=reports/%n-%p.json\n"
      "for i in $(seq 10); do '" MILLIAMP_TEST_RACY "' one & '" MILLIAMP_TEST_RACY
      "' two & done; wait; ls reports | wc -l");
  EXPECT_EQ(run.output, "20\n");
  const auto merged =
      here.shell("'" MILLIAMP_TEST_COMMAND "' report merge --format json reports/*");
  EXPECT_EQ(merged.status, 66);
  const json document = json::parse(merged.output);
  EXPECT_EQ(document["runs"], 20);
  ASSERT_EQ(document["findings"].size(), 2u);
  EXPECT_EQ(document["findings"][0]["runs"].get<int>() + document["findings"][1]["runs"].get<int>(),
            30);
  EXPECT_EQ(
      here.shell("'" MILLIAMP_TEST_COMMAND "' report merge --output none/all reports/*").status,
      74);
}

}  // namespace
