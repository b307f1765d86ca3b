// Renders a chart as "helm template" does, for tests on machines without helm: values over defaults, the functions of sprig,
// and those that helm adds. Needs Debian's golang-go, golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run render-chart.go <chart> <release> [<values file>]
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(file string) map[string]interface{} {
	text, err := os.ReadFile(file)
	fail(err)
	var values map[string]interface{}
	fail(yaml.Unmarshal(text, &values))
	return values
}

// As helm: tables are merged, everything else replaces what it is laid over.
func lay(over, under map[string]interface{}) map[string]interface{} {
	for key, value := range over {
		table, isTable := value.(map[string]interface{})
		below, isBelow := under[key].(map[string]interface{})
		if isTable && isBelow {
			under[key] = lay(table, below)
		} else {
			under[key] = value
		}
	}
	return under
}

func main() {
	chart, release := os.Args[1], os.Args[2]
	values := read(filepath.Join(chart, "values.yaml"))
	if len(os.Args) > 3 {
		values = lay(read(os.Args[3]), values)
	}
	about := map[string]interface{}{}
	for key, value := range read(filepath.Join(chart, "Chart.yaml")) {
		about[strings.ToUpper(key[:1])+key[1:]] = value
	}
	root := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := root.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		fail(err)
		return strings.TrimSuffix(string(text), "\n")
	}
	functions["fromJsonArray"] = func(text string) (list []interface{}, err error) {
		err = json.Unmarshal([]byte(text), &list)
		return list, err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		list, isList := value.([]interface{})
		if value == nil || value == "" || (isList && len(list) == 0) {
			return nil, errors.New(message)
		}
		return value, nil
	}
	root.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	fail(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		fail(err)
		_, err = root.New(filepath.Base(file)).Parse(string(text))
		fail(err)
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   about,
		"Release": map[string]interface{}{"Name": release, "Namespace": "academy", "Service": "Helm"},
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".yaml") {
			fmt.Println("---")
			fail(root.ExecuteTemplate(os.Stdout, filepath.Base(file), data))
		}
	}
}
